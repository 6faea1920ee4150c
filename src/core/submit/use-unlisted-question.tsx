import { useState } from "react";
import type { ModelDescriptor } from "../../contract/model.ts";
import { usePlayground, useTexts } from "../page/playground-context.ts";
import { ConfirmDialog, type Question } from "../takes/confirm-dialog.tsx";
import { submitMessages } from "./messages/index.ts";

/** Asks once, before several things are sent, what Speak asks: whether to use a model that its service doesn't list. */
export function useUnlistedQuestion() {
  const { isUnlisted, agreeTo } = usePlayground();
  const { messages, page } = useTexts(submitMessages);
  const [question, setQuestion] = useState<Question>();

  /** Does something with `models` of a service, the chosen one when absent; where it isn't agreed yet, asks first. */
  function whereAgreed(models: readonly ModelDescriptor[], act: () => void, service?: string): void {
    const unlisted = [...new Set(models)].filter(({ id }) => isUnlisted(id, service));
    if (unlisted.length === 0) {
      act();
      return;
    }
    const { title, text, accept, decline } = messages.unlisted;
    setQuestion({
      title: title(unlisted.map(({ label }) => label).join(page.between.list), unlisted.length),
      text: <p>{text}</p>,
      confirm: accept,
      decline,
      act() {
        for (const { id } of unlisted) agreeTo(id, service);
        act();
      },
    });
  }

  return {
    whereAgreed,
    question: question !== undefined && <ConfirmDialog question={question} onClose={() => setQuestion(undefined)} />,
  };
}
