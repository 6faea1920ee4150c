import { useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./undo.module.css";
import { useHistoryTexts } from "./use-history.ts";

/** Something that was done and can be taken back for a while. */
export interface Undoable {
  readonly text: string;
  readonly undo?: () => void;
  /** Called when it can't be taken back any more. */
  readonly settle?: () => void;
  /** Calls back when taking it back would take something newer along. Returns what ends that. */
  readonly watch?: (end: () => void) => () => void;
}

/** How long something can be taken back, in milliseconds; the time stands still under the pointer and the focus. */
const patience = 20_000;

/** What can be taken back now. */
export interface Undo {
  readonly shown: Undoable | undefined;
  /** Offers `next`; what was offered before is settled. */
  offer(next: Undoable): void;
  takeBack(): void;
  dismiss(): void;
}

/** The latest thing that can be taken back. The functions stay the same. */
export function useUndo(): Undo {
  const [shown, setShown] = useState<Undoable>();
  const latest = useRef<Undoable>(undefined);
  const functions = useMemo(() => {
    const replace = (next: Undoable | undefined): void => {
      latest.current = next;
      setShown(next);
    };
    return {
      offer(next: Undoable) {
        latest.current?.settle?.();
        replace(next);
      },
      takeBack() {
        latest.current?.undo?.();
        replace(undefined);
      },
      dismiss() {
        latest.current?.settle?.();
        replace(undefined);
      },
    };
  }, []);
  return useMemo(() => ({ shown, ...functions }), [shown, functions]);
}

/** Says what was done and offers to take it back. */
export function UndoBar({ undo }: { readonly undo: Omit<Undo, "offer"> }) {
  const { shown, takeBack, dismiss } = undo;
  const { takes: messages } = useHistoryTexts();
  useEffect(() => shown?.watch?.(dismiss), [shown, dismiss]);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (shown === undefined || held) return;
    const timer = setTimeout(dismiss, patience);
    return () => clearTimeout(timer);
  }, [shown, held, dismiss]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the time
    <div
      className={styles["place"]}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role="status">
        {shown !== undefined && (
          <div className={styles["bar"]} data-passing="">
            <span>{shown.text}</span>
            {shown.undo !== undefined && (
              <Button
                className={styles["undo"]}
                onClick={() => {
                  setHeld(false);
                  takeBack();
                }}
              >
                {messages.undo}
              </Button>
            )}
            <IconButton icon="close" label={messages.dismiss} size={1} onClick={dismiss} />
          </div>
        )}
      </div>
    </div>
  );
}
