import { findModel } from "../../contract/models/index.ts";
import type { Playground } from "../../core/page/playground.ts";
import { planOfForm, submissionOf } from "../../core/submit/submission.ts";
import type { TakeForm, TakeRow } from "../../core/takes/take.ts";

/** The field that says how times are given, and what gives one for each word. */
const field = "timestamp_type";
const byWord = "word";

/** A form as it goes to the stage: words are lit one by one there, unless somebody has chosen otherwise. */
export function forStage(form: TakeForm): TakeForm {
  const times = findModel(form.model)?.fields.find(({ key }) => key === field);
  const applies = times !== undefined && (times.modes === undefined || times.modes.includes(form.mode));
  if (!applies || form.values[field] !== undefined) return form;
  return { ...form, values: { ...form.values, [field]: byWord } };
}

/** Has a form spoken by the rules of Speak: what is in the way, or is asked before, stands on the stage. */
export function sendForm({ submit }: Playground, form: TakeForm, onSent: (take: TakeRow) => void): void {
  submit.getState().submit({
    place: "stage",
    read: () => submissionOf(planOfForm(form), form.text, form.values),
    onOutcome(outcome) {
      if (outcome.kind === "sent") onSent(outcome.take);
    },
  });
}
