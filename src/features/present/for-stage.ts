import { findModel } from "../../contract/models/index.ts";
import type { TakeForm } from "../../core/takes/take.ts";

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
