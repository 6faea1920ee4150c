import type { Playground } from "../../core/page/playground.ts";
import { planOfForm, submissionOf } from "../../core/submit/submission.ts";
import type { TakeForm, TakeRow } from "../../core/takes/take.ts";

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
