import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import styles from "./dialog.module.css";
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
  const { h } = useHistoryTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { title, text, confirm, act, decline = h.cancel, other } = question;

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Before it leaves the page, so that the focus returns to where it was.
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={styles["dialog"]}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{text}</div>
      <div className={styles["buttons"]}>
        <button type="button" onClick={onClose}>
          {decline}
        </button>
        {other !== undefined && (
          <button
            type="button"
            onClick={() => {
              onClose();
              other.act();
            }}
          >
            {other.confirm}
          </button>
        )}
        {confirm !== undefined && (
          <button
            type="button"
            data-main=""
            onClick={() => {
              onClose();
              act?.();
            }}
          >
            {confirm}
          </button>
        )}
      </div>
    </dialog>
  );
}
