import { useId, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { focusField } from "../../core/fields/focus-field.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import type { Playground } from "../../core/page/playground.ts";
import { useLanguage, usePlayground, useRunning, useTexts } from "../../core/page/playground-context.ts";
import { ariaKeys } from "../../core/shortcuts/aria-keys.ts";
import { chordOf, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { takesLetters } from "../../core/shortcuts/typing.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { derivePlan, measureText, type Obstacle } from "../../core/submit/derive.ts";
import { describeObstacle } from "../../core/submit/describe-plan.ts";
import { type Submission, submissionOf } from "../../core/submit/submission.ts";
import type { Outcome } from "../../core/submit/submit.ts";
import { focusScript } from "../../core/text/focus-script.ts";
import { usablePronunciations } from "../../core/text/pronunciations.ts";
import { firstScript } from "../../core/text/scripts.ts";
import { Button } from "../../kit/button.tsx";
import { Icon } from "../../kit/icon.tsx";
import { onApple } from "../../kit/platform.ts";
import styles from "./send.module.css";
import { createStopGuard } from "./stop-guard.ts";

/**
 * The one main button: speaks, and stops what runs. ⌘ or Ctrl with Enter presses it from wherever nothing else is
 * written.
 */
export function SpeakButton() {
  const texts = useTexts();
  const plan = usePlan();
  const action = useSpeak();
  const id = useId();
  const { running, off } = action;
  const label = running ? texts.page.words.stop : texts.page.speak.speak;
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
        single
        onClick={press}
      >
        {/* Another label is another element: what stands in a button's middle can't be moved by its next word. */}
        <span key={label} className={styles["speakLabel"]}>
          {running && <Icon name="stop" size={1} />}
          {label}
        </span>
        <span className="forKeys" aria-hidden="true">
          <kbd>{onApple ? "⌘↵" : "Ctrl ↵"}</kbd>
        </span>
      </Button>
      <span id={id} hidden>
        {plan.obstacle === undefined ? "" : describeObstacle(plan.obstacle, plan.characters, texts)}
      </span>
    </>
  );
}

/**
 * Whether letters at `target` are something else than the script: what one writes on the board isn't what Speak would
 * send.
 */
function isWritingElsewhere(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=tabpanel]") !== null && takesLetters(target);
}

/** The press of the button. One that was meant for Stop and comes just after the speech ended sends nothing. */
function useGuarded({ running, press }: SpeakAction): () => void {
  const { now, settings, submit } = usePlayground();
  const [guard] = useState(() => createStopGuard(now));
  // What is shown, from the moment on at which it is shown.
  useLayoutEffect(() => guard.show(running, settings.getState()), [guard, running, settings]);
  return () => {
    const form = settings.getState();
    if (running) guard.stop();
    else if (guard.isLate(form)) return;
    press();
    // What is only asked about hasn't begun: who declines it and presses once more means that.
    if (!running && submit.getState().held === undefined) guard.begin(form);
  };
}

/** The page's one main action as things stand. */
export interface SpeakAction {
  /** Whether something runs that a press would stop. */
  readonly running: boolean;
  readonly off: boolean;
  /** Speaks, or stops what runs. While it is off, it leads to what is missing. */
  press(): void;
}

/** Speaks what the page shows, or stops what runs. */
export function useSpeak(): SpeakAction {
  const playground = usePlayground();
  const { settings, submit, awaited, takes } = playground;
  const language = useLanguage();
  const { obstacle } = usePlan();
  const sending = useStore(submit, (state) => state.sending);
  const isReceiving = useRunning();
  const running = isReceiving || sending !== undefined;

  /** Read afresh: a long script may have been counted only now, on the way to this press. */
  function read(): Submission {
    const { script, ...others } = settings.getState();
    const text = script ?? firstScript[language];
    const plan = derivePlan(others, language, measureText(text, usablePronunciations(others.pronunciations)));
    return submissionOf(plan, text, others.values[plan.model.id] ?? {});
  }

  function onOutcome(outcome: Outcome): void {
    if (outcome.kind === "obstacle") leadTo(outcome.obstacle, playground);
    if (outcome.kind === "sent" && outcome.take.mode === "async") awaited.begin(outcome.take.id);
  }

  return {
    running,
    off: !running && obstacle !== undefined,
    press() {
      if (sending !== undefined) sending.stop();
      else if (running) takes.getState().current?.session.stop();
      else submit.getState().submit({ place: "page", read, onOutcome });
    },
  };
}

/** Brings the keyboard to where the obstacle can be removed, if that is one place. */
function leadTo(obstacle: Obstacle, playground: Playground): void {
  if (obstacle.kind === "no_text") focusScript();
  if (obstacle.kind === "directions") focusScript(obstacle.wrong[0]?.start, obstacle.wrong[0]?.end);
  const [first] = obstacle.kind === "missing" ? obstacle.fields : [];
  if (first !== undefined) focusField(playground, first.field.key);
}
