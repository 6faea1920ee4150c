import type { ReactNode } from "react";
import { Button } from "../../kit/button.tsx";
import { Dialog } from "../../kit/dialog.tsx";
import { useHistoryTexts } from "./use-history.ts";

/** Something that a person is asked before it is done. */
export interface Question {
  readonly title: string;
  readonly text: ReactNode;
  /** What the button says that does it; absent when there is nothing that could be done. */
  readonly confirm?: string;
  readonly act?: () => void;
  /** What the button says that leaves everything as it is; "Cancel" when absent. */
  readonly decline?: string;
  /** Another way to go on. */
  readonly other?: { readonly confirm: string; readonly act: () => void } | undefined;
}

/** Asks before something that can't simply be taken back, or that costs. Escape and Cancel do nothing. */
export function ConfirmDialog({ question, onClose }: { readonly question: Question; readonly onClose: () => void }) {
  const { takes: messages } = useHistoryTexts();
  const { title, text, confirm, act, decline = messages.cancel, other } = question;
  const close = (then: (() => void) | undefined) => () => {
    onClose();
    then?.();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button size="large" onClick={onClose}>
            {decline}
          </Button>
          {other !== undefined && (
            <Button size="large" onClick={close(other.act)}>
              {other.confirm}
            </Button>
          )}
          {confirm !== undefined && (
            <Button size="large" look="main" onClick={close(act)}>
              {confirm}
            </Button>
          )}
        </>
      }
    >
      {text}
    </Dialog>
  );
}
