import { useEffect, useRef } from "react";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./takes.module.css";

/** The longest name and note, in UTF-16 units: rows are kept in memory by the thousand. */
const longest = { name: 120, note: 2_000 } as const;

/** Where a take's name and note are written: Enter keeps them, Escape leaves them as they were. */
export function TakeEditor({
  row,
  onDone,
}: {
  readonly row: TakeRow;
  readonly onDone: (change: { readonly name: string; readonly note: string } | undefined) => void;
}) {
  const { takes: messages } = useHistoryTexts();
  const name = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLInputElement>(null);
  // Also where a menu gives the focus back on closing: the field gets it after that.
  useEffect(() => {
    const frame = requestAnimationFrame(() => name.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <form
      className={styles["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        onDone({ name: name.current?.value ?? row.name, note: note.current?.value ?? row.note });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        onDone(undefined);
      }}
    >
      <input
        ref={name}
        aria-label={messages.name}
        placeholder={messages.name}
        defaultValue={row.name}
        maxLength={longest.name}
        autoComplete="off"
      />
      <input
        ref={note}
        aria-label={messages.note}
        placeholder={messages.note}
        defaultValue={row.note}
        maxLength={longest.note}
        autoComplete="off"
      />
      <IconButton icon="check" label={messages.save} type="submit" />
      <IconButton icon="close" label={messages.cancel} onClick={() => onDone(undefined)} />
    </form>
  );
}
