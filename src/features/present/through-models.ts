import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { models } from "../../contract/models/index.ts";
import type { FormValues } from "../../contract/request.ts";
import type { Playground } from "../../core/page/playground.ts";
import { programmeOf } from "../../core/programme/programme.ts";
import { mostTogether } from "../../core/programme/programme-item.ts";
import { measureText, type Plan } from "../../core/submit/derive.ts";
import { planAside } from "../../core/submit/plan-aside.ts";
import { sendInTurn } from "../../core/submit/send-in-turn.ts";
import { excerptOf, submissionOf } from "../../core/submit/submission.ts";
import { usablePronunciations } from "../../core/text/pronunciations.ts";

/** How one sentence would be spoken by a model, with the settings that the page has for it. */
export interface ModelPlan {
  readonly model: ModelDescriptor;
  readonly plan: Plan;
  readonly form: FormValues;
  readonly voice: string;
}

/**
 * The same sentence through every model that can speak it, by the voice that the page has for it and by further ones;
 * as a task only where the model takes it in no other way.
 *
 * @param voices the further ones of each model, by its id.
 */
export function planThroughModels(
  { settings }: Pick<Playground, "settings">,
  text: string,
  language: InterfaceLanguage,
  voices: Readonly<Record<string, readonly string[]>> = {},
): readonly ModelPlan[] {
  const { values, pronunciations } = settings.getState();
  const measures = measureText(text, usablePronunciations(pronunciations));
  return models.flatMap((model) => {
    const own = values[model.id] ?? {};
    const field = model.fields.find(({ group }) => group === "voice");
    const further =
      field === undefined ? [] : (voices[model.id] ?? []).map((voice) => ({ ...own, [field.key]: voice }));
    return [own, ...further].flatMap((form) => {
      const plan = planAside(settings, { model, form }, language, measures);
      const voice = String(plan.fields.find(({ field: each }) => each === field)?.value ?? "");
      return plan.obstacle === undefined ? [{ model, plan, form, voice }] : [];
    });
  });
}

/**
 * Makes a take of each plan, at once, sends them one after the other, and adds the item that sets them together. `undo`
 * takes it back: what wasn't sent yet never is; what is on its way comes, since it may be paid for.
 */
export function addRun(
  playground: Playground,
  plans: readonly ModelPlan[],
  text: string,
): { readonly added: string; readonly undo: () => void } {
  const { add, remove } = programmeOf(playground).getState();
  const submissions = plans.slice(0, mostTogether).map(({ plan, form }) => submissionOf(plan, text, form));
  const run = sendInTurn(playground, submissions);
  const added = add({ kind: "comparison", excerpt: excerptOf(text), takes: run, figures: true });
  const { library, takes } = playground;
  return {
    added,
    undo() {
      remove(added);
      for (const id of run) if (library.row(id)?.unsent === true) takes.getState().end(id);
    },
  };
}
