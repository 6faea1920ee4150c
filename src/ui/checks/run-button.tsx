import { useState } from "react";
import {
  type Check,
  type ChecksPrice,
  priceOfSteps,
  priceUnlessRefused,
  sumOfPrices,
} from "../../contract/checks/check.ts";
import { isRunning } from "../../state/checks/checks.ts";
import { hostOf } from "../header/host-of.ts";
import { ConfirmDialog } from "../history/confirm-dialog.tsx";
import { useConfig } from "../playground-context.ts";
import styles from "./checks.module.css";
import { type ChecksTexts, useChecks, useChecksTexts } from "./use-checks.ts";

/** Runs checks, having said what they cost. What costs nobody anything isn't asked for. */
export function RunButton({
  checks,
  label,
  name,
  main = false,
}: {
  readonly checks: readonly Check[];
  readonly label: string;
  /** What a screen reader says, where the label alone doesn't say what is run. */
  readonly name?: string;
  readonly main?: boolean;
}) {
  const texts = useChecksTexts();
  const { k, numbers } = texts;
  const run = useChecks((state) => state.run);
  const busy = useChecks((state) => isRunning(state.progress));
  const parallel = useChecks((state) => state.parallel);
  const config = useConfig().data;
  const [asks, setAsks] = useState(false);
  const embedded = config?.service === "embedded";
  const price = priceText(checks, embedded, parallel, texts);
  const costs = !embedded && !price.safe;
  return (
    <>
      <button
        type="button"
        className={styles["button"]}
        aria-label={name}
        data-main={main || undefined}
        disabled={busy || checks.length === 0}
        onClick={() => (costs ? setAsks(true) : run(checks))}
      >
        {label}
      </button>
      {asks && (
        <ConfirmDialog
          question={{
            title: k.ask.title(numbers.integer(checks.length), checks.length === 1),
            text: (
              <>
                <p>{k.ask.text(embedded ? k.report.embedded : hostOf(config?.baseUrl) || k.report.unknown)}</p>
                <p>{price.text}</p>
              </>
            ),
            confirm: k.ask.confirm,
            act: () => run(checks),
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

/** What checks cost and how long they may take, before they are run. */
export function priceText(
  checks: readonly Check[],
  embedded: boolean,
  parallel: number,
  { k, numbers }: ChecksTexts,
): { readonly text: string; readonly safe: boolean } {
  const price = describe(sumOfPrices(checks.map(({ steps }) => priceOfSteps(steps))));
  const risk = describe(sumOfPrices(checks.map(({ steps }) => priceUnlessRefused(steps))));
  const free = price === "";
  const seconds = secondsOf(checks) / parallel;
  const minutes = Math.round(seconds / 60);
  const time = k.price.time(
    minutes >= 2
      ? k.price.minutes(numbers.integer(minutes), false)
      : k.price.seconds(numbers.integer(Math.max(1, Math.ceil(seconds)))),
  );
  // The embedded service keeps to the document; of another one that is what is to be found out.
  const costs =
    embedded || risk === "" ? (free ? k.price.free : embedded ? k.price.embedded : price) : k.price.atRisk(price, risk);
  return { text: k.price.sentences(costs, time), safe: free && risk === "" };

  function describe({ tokens, amount, undocumented }: ChecksPrice): string {
    return [
      tokens > 0 ? k.price.tokens(numbers.integer(tokens)) : "",
      amount > 0 ? k.price.amount(numbers.decimal(amount)) : "",
      undocumented > 0 ? k.price.undocumented(numbers.integer(undocumented), undocumented === 1) : "",
    ]
      .filter((part) => part !== "")
      .join(" · ");
  }
}

/** How long checks take one after the other, in seconds, by what each kind of them takes with the embedded service. */
function secondsOf(checks: readonly Check[]): number {
  const each = { free: 0.05, small: 2, large: 15 };
  const tasks = (check: Check) =>
    check.steps.filter(({ follow, until }) => follow === true || until !== undefined).length;
  return checks.reduce((sum, check) => sum + each[check.cost] + 3 * tasks(check), 0);
}
