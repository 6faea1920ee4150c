import { useStore } from "zustand";
import { focusField } from "../../core/fields/focus-field.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useLanguage, usePlayground, useSound, useTake } from "../../core/page/playground-context.ts";
import { derivePlan, measureText, type Obstacle } from "../../core/submit/derive.ts";
import { guardBefore } from "../../core/submit/submit-guard.ts";
import { focusScript } from "../../core/text/focus-script.ts";
import { firstScript } from "../../core/text/scripts.ts";

/** The page's one main action as things stand. */
export interface SpeakAction {
  /** Whether something runs that a press would stop. */
  readonly running: boolean;
  readonly off: boolean;
  /**
   * Speaks, or stops what runs. While it is off, it leads to what is missing. What may be running already isn't sent again
   * unless `again` says that a person was asked.
   */
  press(again?: "again"): void;
}

/** Speaks what the page shows, or stops what runs. */
export function useSpeak(): SpeakAction {
  const playground = usePlayground();
  const { settings, takes, unconfirmed, unanswered, sentTasks, awaited } = playground;
  const language = useLanguage();
  const { obstacle } = usePlan();
  const take = useTake();
  const sending = useStore(takes, (state) => state.sending);
  const running = useSound()?.running === true || sending !== undefined;

  return {
    running,
    off: !running && obstacle !== undefined,
    press(again) {
      if (sending !== undefined) {
        sending.stop();
        return;
      }
      if (running) {
        take?.session.stop();
        return;
      }
      // Read afresh: a long script may have been counted only now, on the way to this press.
      const { script, ...others } = settings.getState();
      const text = script ?? firstScript[language];
      const plan = derivePlan(others, language, measureText(text));
      const guard = guardBefore(playground, plan, text, again);
      switch (guard?.kind) {
        case "obstacle":
          return leadTo(guard.obstacle);
        case "unlisted":
          return unconfirmed.setState({ model: guard.model });
        case "unanswered":
          return unanswered.getState().ask(guard.request);
        case "under_way":
          return sentTasks.getState().ask(guard.task);
        default: {
          unconfirmed.setState({ model: undefined });
          unanswered.getState().ask(undefined);
          sentTasks.getState().ask(undefined);
          const id = takes.getState().speak(plan, text);
          if (id !== undefined && plan.mode === "async") awaited.begin(id);
        }
      }
    },
  };
}

/** Brings the keyboard to where the obstacle can be removed, if that is one place. */
function leadTo(obstacle: Obstacle): void {
  if (obstacle.kind === "no_text") focusScript();
  const [first] = obstacle.kind === "missing" ? obstacle.fields : [];
  if (first !== undefined) focusField(first.field.key);
}
