import { useState } from "react";
import type { Check } from "../../conformance/checks/check.ts";
import { configAt } from "../../contract/playground.ts";
import { useConfig, useTexts } from "../../core/page/playground-context.ts";
import { ConfirmDialog } from "../../core/takes/confirm-dialog.tsx";
import { Button } from "../../kit/button.tsx";
import { toShownView } from "../../kit/focus-after.ts";
import { isRunning } from "./checks.ts";
import { nameOfConfig } from "./describe-report.ts";
import { checksMessages } from "./messages/index.ts";
import { priceText } from "./price-text.ts";
import type { RunKind } from "./reports.ts";
import { useChecks } from "./use-checks.ts";

/** Runs checks, having said what they cost. What can't cost anybody anything isn't asked for. */
export function RunButton({
  checks,
  kind,
  again = false,
  label,
  name,
  main = false,
}: {
  readonly checks: readonly Check[];
  readonly kind: RunKind;
  /** Whether they belong to the last run of that kind, which keeps the results of its other checks. */
  readonly again?: boolean;
  readonly label: string;
  /** What a screen reader says, where the label alone doesn't say what is run. */
  readonly name?: string;
  readonly main?: boolean;
}) {
  const texts = useTexts(checksMessages);
  const { messages } = texts;
  const run = useChecks((state) => (again ? state.runAgain : state.run));
  const busy = useChecks((state) => isRunning(state.progress));
  const parallel = useChecks((state) => state.parallel);
  const chosen = useConfig().data;
  const at = useChecks((state) => (again ? state.serviceOfRun(kind) : undefined));
  const config = chosen && configAt(chosen, at ?? chosen.name);
  const [asks, setAsks] = useState(false);
  const embedded = config?.service === "embedded";
  const controls = useChecks((state) => state.controls);
  const price = priceText(checks, { embedded, parallel, controls }, texts);
  const costs = !embedded && !price.free;
  return (
    <>
      <Button
        // What is run again goes once it passes.
        ref={toShownView}
        look={main ? "main" : undefined}
        aria-label={name}
        disabled={checks.length === 0}
        off={busy}
        onClick={() => (costs ? setAsks(true) : run(checks, kind))}
      >
        {label}
      </Button>
      {asks && (
        <ConfirmDialog
          question={{
            title: messages.ask.title(checks.length),
            text: (
              <>
                <p>{messages.ask.text(nameOfConfig(config, texts))}</p>
                <p>{price.text}</p>
              </>
            ),
            confirm: messages.run,
            act: () => run(checks, kind),
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
