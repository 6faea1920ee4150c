import { useStore } from "zustand";
import { focusField } from "../../core/fields/focus-field.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useLanguage, usePlayground, useSound, useTake } from "../../core/page/playground-context.ts";
import { derivePlan, measureText, type Obstacle } from "../../core/submit/derive.ts";
import { type Submission, submissionOf } from "../../core/submit/submission.ts";
import type { Outcome } from "../../core/submit/submit.ts";
import { focusScript } from "../../core/text/focus-script.ts";
import { firstScript } from "../../core/text/scripts.ts";

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
  const { settings, submit, awaited } = usePlayground();
  const language = useLanguage();
  const { obstacle } = usePlan();
  const take = useTake();
  const sending = useStore(submit, (state) => state.sending);
  const running = useSound()?.running === true || sending !== undefined;

  /** Read afresh: a long script may have been counted only now, on the way to this press. */
  function read(): Submission {
    const { script, ...others } = settings.getState();
    const text = script ?? firstScript[language];
    const plan = derivePlan(others, language, measureText(text));
    return submissionOf(plan, text, others.values[plan.model.id] ?? {});
  }

  function onOutcome(outcome: Outcome): void {
    if (outcome.kind === "obstacle") leadTo(outcome.obstacle);
    if (outcome.kind === "sent" && outcome.take.mode === "async") awaited.begin(outcome.take.id);
  }

  return {
    running,
    off: !running && obstacle !== undefined,
    press() {
      if (sending !== undefined) sending.stop();
      else if (running) take?.session.stop();
      else submit.getState().submit({ place: "page", read, onOutcome });
    },
  };
}

/** Brings the keyboard to where the obstacle can be removed, if that is one place. */
function leadTo(obstacle: Obstacle): void {
  if (obstacle.kind === "no_text") focusScript();
  const [first] = obstacle.kind === "missing" ? obstacle.fields : [];
  if (first !== undefined) focusField(first.field.key);
}
