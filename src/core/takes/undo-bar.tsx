import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { Button } from "../../kit/button.tsx";
import { focusAfter, standIn } from "../../kit/focus-after.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { usePlayground } from "../page/playground-context.ts";
import styles from "./undo.module.css";
import { patience, type Undo, undoOf } from "./undo.ts";
import { useHistoryTexts } from "./use-history.ts";

/** The latest thing that can be taken back, on whatever tab of the board. The functions stay the same. */
export function useUndo(): Undo {
  const undo = useStore(undoOf(usePlayground()));
  const { attend } = undo;
  useEffect(() => attend(), [attend]);
  return undo;
}

/** Behind a press in what goes away the keyboard is in the list beside it, or on the tab of the board. */
export const toList = focusAfter(
  (rest) => rest.closest(".panel")?.querySelector<HTMLElement>("[role=row][tabindex='0']") ?? standIn(rest),
);

/** Says what was done and offers to take it back. */
export function UndoBar({ undo }: { readonly undo: Pick<Undo, "shown" | "takeBack" | "dismiss"> }) {
  const { shown, takeBack, dismiss } = undo;
  const { takes: messages } = useHistoryTexts();
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // React hears nothing of a focus that goes with the bar.
    if (shown === undefined) setHeld(false);
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
          <div ref={toList} className={styles["bar"]} data-passing="">
            <span>{shown.text}</span>
            {shown.undo !== undefined && (
              <Button className={styles["undo"]} onClick={takeBack}>
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
