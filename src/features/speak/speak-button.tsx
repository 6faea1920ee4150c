import { useId, useLayoutEffect, useState } from "react";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useTexts } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { chordOf, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { takesLetters } from "../../core/shortcuts/typing.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { describeObstacle } from "../../core/submit/obstacle.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { onApple } from "../../kit/platform.ts";
import styles from "./send.module.css";
import { createStopGuard } from "./stop-guard.ts";
import { type SpeakAction, useSpeak } from "./use-speak.ts";

/** The one main button: speaks, and stops what runs. ⌘ or Ctrl with Enter presses it from wherever nothing else is written. */
export function SpeakButton() {
  const texts = useTexts();
  const plan = usePlan();
  const action = useSpeak();
  const id = useId();
  const { running, off } = action;
  const label = running ? texts.t.speak.stop : texts.t.speak.speak;
  const press = useGuarded(action);
  useWindowKeys(true, (event) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (shortcutOf(shortcutTable.page, chordOf(event)) !== "speak" || isWritingElsewhere(event.target)) return;
    event.preventDefault();
    press();
  });

  return (
    <>
      <Button
        look={running ? "main" : "accent"}
        className={styles["speak"]}
        data-running={running || undefined}
        aria-disabled={off || undefined}
        aria-describedby={off ? id : undefined}
        aria-keyshortcuts={ariaKeys("page", "speak")}
        onClick={(event) => {
          // The second half of a double click would stop what the first half began.
          if (event.detail <= 1) press();
        }}
      >
        {/* Another label is another element: what stands in a button's middle can't be moved by its next word. */}
        <span key={label} className={styles["speakLabel"]}>
          {running && <Icon name="stop" size={1} />}
          {label}
        </span>
        <span aria-hidden="true">
          <kbd>{onApple ? "⌘↵" : "Ctrl ↵"}</kbd>
        </span>
      </Button>
      <span id={id} hidden>
        {plan.obstacle === undefined ? "" : describeObstacle(plan.obstacle, plan.characters, texts)}
      </span>
    </>
  );
}

/** Whether letters at `target` are something else than the script: what one writes on the board isn't what Speak would send. */
function isWritingElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=tabpanel]") !== null && takesLetters(target);
}

/** The press of the button. One that was meant for Stop and comes just after the speech ended sends nothing. */
function useGuarded({ running, press }: SpeakAction): () => void {
  const { now, settings } = usePlayground();
  const [guard] = useState(() => createStopGuard(now));
  // What is shown, from the moment on at which it is shown.
  useLayoutEffect(() => guard.show(running, settings.getState()), [guard, running, settings]);
  return () => {
    if (running) guard.stop();
    else if (guard.isLate(settings.getState())) return;
    press();
  };
}
