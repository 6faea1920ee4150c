import type { Texts } from "../page/playground-context.ts";
import { submitMessages } from "./messages/index.ts";
import type { Question } from "./questions.ts";

export interface QuestionWords {
  readonly title: string;
  readonly text: string;
  readonly accept: string;
  readonly decline: string;
  /** The answer that does no harm when it is given without a look. */
  readonly focus: "accept" | "decline";
}

/**
 * A question in words.
 *
 * @param price what sending it costs, in words; empty where that isn't told.
 */
export function describeQuestion(question: Question, { language }: Pick<Texts, "language">, price = ""): QuestionWords {
  const { unlisted, orphaned, underWay, part, repetition } = submitMessages.in(language);
  switch (question.kind) {
    case "unlisted":
      return { ...unlisted, title: unlisted.title(question.model.label), focus: "accept" };
    case "orphaned":
      return { ...orphaned, text: orphaned.text(question.since), focus: "decline" };
    case "under_way":
      return { ...underWay, text: underWay.text(price), focus: "decline" };
    case "part":
      return { ...part, text: part.text(question.part, question.parts), focus: "decline" };
    case "repetition":
      return { ...repetition, text: repetition.text(price), focus: "decline" };
  }
}
