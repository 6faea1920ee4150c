import { usePlayground } from "../../core/page/playground-context.ts";
import type { Question } from "../../core/takes/confirm-dialog.tsx";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { Button } from "../../kit/button.tsx";
import { Notice } from "../../kit/notice.tsx";
import { roomQuestion } from "./removal-questions.tsx";
import styles from "./takes.module.css";

/** Says where takes are when they aren't on disk, and what can be done. Nothing while all is well. */
export function KeepingNotice({ onAsk }: { readonly onAsk: (question: Question) => void }) {
  const texts = useHistoryTexts();
  const { takes: messages } = texts;
  const { library } = usePlayground();
  const { keeping, unsaved, rows } = useLibrary();
  // A browser that stores nothing says so once there is something to lose.
  if (keeping.kind !== "memory" || rows.length === 0) return null;
  const { reason } = keeping;
  return (
    <div className={styles["keeping"]} role="status">
      <Notice tone="warn">
        {reason === "full" ? messages.keeping.full(unsaved) : messages.keeping[reason]}
        {reason === "full" && (
          <>
            {" "}
            <Button look="link" onClick={() => onAsk(roomQuestion(library, texts))}>
              {messages.makeRoom}
            </Button>
          </>
        )}
        {(reason === "full" || reason === "refused") && (
          <>
            {" "}
            <Button look="link" onClick={() => library.retry()}>
              {messages.retry}
            </Button>
          </>
        )}
      </Notice>
    </div>
  );
}
