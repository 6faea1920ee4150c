import { useStore } from "zustand";
import { connectionOf, standingOf } from "../../state/connection.ts";
import { derivePlan, deriveRequest, measureText, type Obstacle, type Plan } from "../../state/derive.ts";
import { configQuery, modelListQuery } from "../../state/queries.ts";
import { firstScript } from "../../state/scripts.ts";
import type { Unanswered } from "../../state/unanswered.ts";
import { focusField } from "../fields/focus-field.ts";
import { usePlan } from "../plan-context.tsx";
import { useLanguage, usePlayground, useSound, useTake } from "../playground-context.ts";
import { focusScript } from "../script/focus-script.ts";

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
  const { settings, takes, queries, client, unconfirmed, unanswered } = usePlayground();
  const language = useLanguage();
  const { obstacle } = usePlan();
  const take = useTake();
  const sending = useStore(takes, (state) => state.sending);
  const running = useSound()?.running === true || sending !== undefined;

  /** Whether a person must say first that a model is to be used which the service doesn't list: once for each service. */
  function needsWord(model: string): boolean {
    const config = queries.getQueryData(configQuery(client).queryKey);
    const list = queries.getQueryData(modelListQuery(client).queryKey);
    if (config === undefined || standingOf(list, model) !== "unlisted") return false;
    return settings.getState().agreed[connectionOf(config)]?.includes(model) !== true;
  }

  /** The same request, if its answer never came and its job may still be running. */
  function repeated(plan: Plan, text: string): Unanswered | undefined {
    if (plan.model.modes[plan.mode]?.waitsForJob !== true) return undefined;
    return unanswered.getState().find(deriveRequest(plan, text));
  }

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
      const { script, volume, ...others } = settings.getState();
      const text = script ?? firstScript[language];
      const { characters, hasText } = measureText(text);
      const plan = derivePlan(others, language, characters, hasText);
      const before = again === undefined && plan.obstacle === undefined ? repeated(plan, text) : undefined;
      if (plan.obstacle !== undefined) leadTo(plan.obstacle);
      else if (needsWord(plan.model.id)) unconfirmed.setState({ model: plan.model.id });
      else if (before !== undefined) unanswered.getState().ask(before);
      else {
        unconfirmed.setState({ model: undefined });
        unanswered.getState().ask(undefined);
        takes.getState().speak(plan, text, volume);
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
