import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect } from "react";
import { listen } from "../../kit/listen.ts";
import { useBackCloses } from "../../kit/use-back-closes.ts";
import { takesLetters } from "../shortcuts/typing.ts";
import styles from "./stage-shell.module.css";
import { leave } from "./use-full-screen.ts";
import { useIdle } from "./use-idle.ts";

interface StageShellProps {
  readonly dialog: RefObject<HTMLDialogElement | null>;
  readonly title: string;
  /** Its keys, for whoever hears the page. */
  readonly description: string;
  /** Whether somebody is at work on it, so that its controls stay. */
  readonly busy: boolean;
  /** What one Escape does in the place of leaving; answers whether it did something. */
  readonly onEscape?: () => boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * What stands before a room: the whole page, above everything else. Controls (`data-control`) go when nobody moves;
 * Escape leaves one thing after the other, and going back leaves the stage, not the page.
 */
export function StageShell({ dialog, title, description, busy, onEscape, onClose, children }: StageShellProps) {
  const id = useId();
  const idle = useIdle(dialog, busy);
  useWakeLock();
  useBackCloses(() => dialog.current?.close(), "all");
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Else the first button would be shown as chosen on the wall.
    element?.focus();
    return () => element?.close();
  }, [dialog]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only follows the presses of buttons
    <dialog
      ref={dialog}
      className={styles["stage"]}
      aria-labelledby={`${id}-title`}
      aria-description={description}
      tabIndex={-1}
      data-stage=""
      data-idle={idle || undefined}
      onClose={onClose}
      onCancel={(event) => {
        // One Escape leaves one thing: the whole screen first, where the browser hasn't done so itself.
        event.preventDefault();
        if (document.fullscreenElement !== null) leave();
        else if (onEscape?.() === true) return;
        else if (document.activeElement !== null && takesLetters(document.activeElement)) dialog.current?.focus();
        else dialog.current?.close();
      }}
      onClick={({ detail, target }) => {
        // After a press of the mouse the keys are the clicker's again, not the pressed button's.
        if (detail > 0 && target instanceof Element && target.closest("[data-control] button") !== null)
          dialog.current?.focus();
      }}
    >
      <h1 id={`${id}-title`} className="visuallyHidden">
        {title}
      </h1>
      {children}
    </dialog>
  );
}

/** Keeps the screen awake where the browser can: a pause between two items mustn't turn a projector dark. */
function useWakeLock(): void {
  useEffect(() => {
    let gone = false;
    let lock: WakeLockSentinel | undefined;
    function ask(): void {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock?.request("screen").then(
        (given) => {
          if (gone) void given.release();
          else lock = given;
        },
        // A battery that runs low refuses; the show goes on.
        () => {},
      );
    }
    ask();
    // A browser lets go of it when the page is out of sight.
    const stop = listen(document, { visibilitychange: ask });
    return () => {
      gone = true;
      stop();
      void lock?.release();
    };
  }, []);
}
