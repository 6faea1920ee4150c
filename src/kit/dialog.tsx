import { type ReactNode, type Ref, useId, useLayoutEffect, useRef } from "react";
import { classes } from "./classes.ts";
import styles from "./kit.module.css";

interface DialogProps {
  readonly title: string;
  /** Escape, and whatever else a browser closes dialogs with. */
  readonly onClose: () => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
  /** The buttons at its end. */
  readonly buttons: ReactNode;
}

/**
 * Something that must be answered before anything else. It stands there while it is drawn; the focus returns to where
 * it was.
 */
export function Dialog({ title, onClose, className, children, buttons }: DialogProps) {
  const id = useId();
  return (
    <dialog
      ref={useModal()}
      className={classes(styles["dialog"], className)}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault();
        // React has it rise to a dialog around this one, which stays.
        event.stopPropagation();
        onClose();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <div id={`${id}-text`}>{children}</div>
      <footer>{buttons}</footer>
    </dialog>
  );
}

/** Opens the dialog that it is given to above everything else, as long as that is drawn. */
export function useModal(): Ref<HTMLDialogElement> & { readonly current: HTMLDialogElement | null } {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Before it leaves the page, so that the focus returns to where it was.
    return () => element?.close();
  }, []);
  return dialog;
}
