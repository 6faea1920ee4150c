import type { Playground } from "../../core/page/playground.ts";
import { derivePlan, measureText, type Plan } from "../../core/submit/derive.ts";
import { submissionOf } from "../../core/submit/submission.ts";
import type { TakeForm, TakeRow } from "../../core/takes/take.ts";

/** What a press sends of a form. */
export function planOf({ model, mode, transport, values, text }: TakeForm): Plan {
  const settings = { model, modes: { [model]: mode }, transport, values: { [model]: values } };
  // The form holds the voice, so that no language is asked for one.
  return derivePlan(settings, "en", measureText(text));
}

/** Has a form spoken by the rules of Speak: what is in the way, or is asked before, stands on the stage. */
export function sendForm({ submit }: Playground, form: TakeForm, onSent: (take: TakeRow) => void): void {
  submit.getState().submit({
    place: "stage",
    read: () => submissionOf(planOf(form), form.text, form.values),
    onOutcome(outcome) {
      if (outcome.kind === "sent") onSent(outcome.take);
    },
  });
}
