import { SpeechRequestError } from "../../api/errors.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { LateRegion } from "../../kit/late-region.tsx";
import { Notice } from "../../kit/notice.tsx";
import { engineMessages } from "./messages/index.ts";

/** Says that what was asked about the models has no answer, and why where that is known. */
export function Unanswered({ failure }: { readonly failure: Error | null }) {
  const { messages, page } = useTexts(engineMessages);
  if (failure === null) return null;
  return (
    <LateRegion>
      <Notice tone="warn">
        {[messages.unanswered, failure instanceof SpeechRequestError ? failure.error.message : undefined]
          .filter((part) => part !== undefined && part !== "")
          .join(page.between.sentences)}
      </Notice>
    </LateRegion>
  );
}
