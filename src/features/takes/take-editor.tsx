import { useEffect, useRef } from "react";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import styles from "./takes.module.css";

/** The longest name and note, in UTF-16 units: rows are kept in memory by the thousand. */
const longest = { name: 120, note: 2_000 } as const;

export type TakeNaming = Pick<TakeRow, "name" | "note">;

/**
 * Where a take's name and note are written: Enter keeps them, and so does what takes the row out of sight, such as a
 * search or another row's turn; Escape leaves them as they were.
 */
export function TakeEditor({
  row,
  onDone,
}: {
  readonly row: TakeRow;
  /** `unasked`: by what took the row out of sight. */
  readonly onDone: (change: TakeNaming | undefined, unasked: boolean) => void;
}) {
  const { takes: messages } = useHistoryTexts();
  const name = useRef<HTMLInputElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  const latest = useRef(onDone);
  latest.current = onDone;
  // As the fields began: another tab may have renamed it since.
  const before = useRef(row);
  useEffect(() => {
    const [names, notes] = [name.current, note.current];
    const { name: oldName, note: oldNote } = before.current;
    return () => {
      const written = { name: names?.value ?? oldName, note: notes?.value ?? oldNote };
      const isChanged = written.name !== oldName || written.note !== oldNote;
      if (!ended.current) latest.current(isChanged ? written : undefined, true);
    };
  }, []);
  function finish(change: TakeNaming | undefined): void {
    ended.current = true;
    onDone(change, false);
  }
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
        finish({ name: name.current?.value ?? row.name, note: note.current?.value ?? row.note });
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.stopPropagation();
        finish(undefined);
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
      <IconButton icon="close" label={messages.cancel} onClick={() => finish(undefined)} />
    </form>
  );
}
