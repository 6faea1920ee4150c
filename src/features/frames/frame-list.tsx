import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import type { FrameRow } from "../../core/exchanges/frame-rows.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { type ShortcutIn, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { useRem, useRemeasured } from "../../kit/use-rem.ts";
import { describeFrame } from "./describe-frame.ts";
import styles from "./frames.module.css";
import { framesMessages } from "./messages/index.ts";

/** A line's height in rem, which the virtual list must know before it draws. */
const lineHeight = matchMedia("(pointer: coarse)").matches ? 2.75 : 1.75;
const linesPerPage = 10;

interface FrameListProps {
  readonly rows: readonly FrameRow[];
  /** The chosen row's index among all rows. */
  readonly chosen: number | undefined;
  /** Rows that something is remarked on. */
  readonly remarked: ReadonlySet<number>;
  readonly onChoose: (index: number) => void;
}

/** The lines, of which only those in sight are drawn: one stop of the keyboard, arrows choose. */
export function FrameList({ rows, chosen, remarked, onChoose }: FrameListProps) {
  const texts = useTexts(framesMessages);
  const { messages, numbers } = texts;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight * rem,
    overscan: 8,
  });
  useRemeasured(virtual, rem);
  const place = rows.findIndex(({ index }) => index === chosen);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place);
  }, [place, virtual]);

  function onKeyDown(event: KeyboardEvent): void {
    const move = shortcutOf(shortcutTable.rows, event.key);
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = rows[Math.max(0, Math.min(rows.length - 1, moves[move](place, rows.length)))];
    if (row !== undefined) onChoose(row.index);
  }

  if (rows.length === 0) return <p className={styles["choose"]}>{messages.noMatch}</p>;
  return (
    <div
      ref={scroller}
      role="listbox"
      tabIndex={0}
      aria-label={messages.list}
      aria-activedescendant={place < 0 ? undefined : `${id}-${place}`}
      className={styles["list"]}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles["lines"]} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: at, start }) => {
          const row = rows[at];
          if (row === undefined) return null;
          const { title, preview } = describeFrame(row, texts);
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys, as a listbox does
            // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names the active line
            <div
              key={row.index}
              id={`${id}-${at}`}
              role="option"
              aria-selected={row.index === chosen}
              aria-posinset={at + 1}
              aria-setsize={rows.length}
              className={styles["line"]}
              data-direction={row.direction}
              data-kind={row.kind}
              data-remarked={remarked.has(row.index) || undefined}
              style={{ transform: `translateY(${start}px)` }}
              onClick={() => onChoose(row.index)}
            >
              <span className={styles["at"]}>{numbers.fixed(row.at, 1)}</span>
              <span className={styles["after"]}>+{numbers.fixed(row.after, 1)}</span>
              <span
                className={styles["arrow"]}
                role="img"
                aria-label={row.direction === "none" ? title : messages.direction[row.direction]}
              >
                {arrows[row.direction]}
              </span>
              <span className={styles["what"]} title={`${title} ${preview}`.trim()}>
                <b>{title}</b> {preview}
              </span>
              <span className={styles["size"]}>{row.size === undefined ? "" : numbers.integer(row.size)}</span>
              <span className={styles["size"]}>
                {row.kind === "chunk" || row.kind === "binary" ? numbers.integer(row.received) : ""}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

const arrows = { sent: "→", received: "←", none: "·" } as const;

const moves: Readonly<Record<ShortcutIn<"rows">, (place: number, count: number) => number>> = {
  next: (place) => place + 1,
  previous: (place) => place - 1,
  nextPage: (place) => place + linesPerPage,
  previousPage: (place) => place - linesPerPage,
  first: () => 0,
  last: (_, count) => count - 1,
};
