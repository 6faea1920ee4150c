import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { models } from "../../contract/models/index.ts";
import type { FormValues } from "../../contract/request.ts";
import type { Playground } from "../../core/page/playground.ts";
import { derivePlan, measureText, type Obstacle, type Plan } from "../../core/submit/derive.ts";
import { headlessOptionsOf, sendHeadless } from "../../core/submit/send-headless.ts";
import { submissionOf } from "../../core/submit/submission.ts";
import type { TakeId } from "../../core/takes/take.ts";
import type { WrittenDraft } from "../../core/takes/take-draft.ts";
import { usablePronunciations } from "../../core/text/pronunciations.ts";

/** How one sentence would be spoken by a model, with the settings that the page has for it. */
export interface ModelPlan {
  readonly model: ModelDescriptor;
  readonly plan: Plan;
  readonly form: FormValues;
  /** Why it can't be. */
  readonly obstacle: Obstacle | undefined;
}

/** The same sentence through every model; as a task only where the model takes it in no other way. */
export function planThroughModels(
  { settings }: Pick<Playground, "settings">,
  text: string,
  language: InterfaceLanguage,
): readonly ModelPlan[] {
  const { transport, modes, values, pronunciations } = settings.getState();
  const measures = measureText(text, usablePronunciations(pronunciations));
  return models.map((model) => {
    const mode = modes[model.id] === "async" ? model.defaultMode : modes[model.id];
    const form = values[model.id] ?? {};
    const chosen = { model: model.id, transport, values: { [model.id]: form } };
    const plan = derivePlan({ ...chosen, modes: mode === undefined ? {} : { [model.id]: mode } }, language, measures);
    return { model, plan, form, obstacle: plan.obstacle };
  });
}

/**
 * Makes a take of each plan and tells them at once. They are sent one after the other: beside each other they would
 * make each other's times longer.
 */
export function speakThroughModels(playground: Playground, plans: readonly ModelPlan[], text: string): TakeId[] {
  const { write } = playground.submit.getState();
  const made = plans.map(({ plan, form }) => write(submissionOf(plan, text, form)));
  void sendAll(playground, made);
  return made.map(({ draft }) => draft.row.id);
}

async function sendAll(playground: Playground, made: readonly WrittenDraft[]): Promise<void> {
  const options = headlessOptionsOf(playground);
  for (const one of made) await sendHeadless(one, options);
}
