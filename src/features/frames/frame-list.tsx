import { type KeyboardEvent, useEffect } from "react";
import type { FrameRow } from "../../core/exchanges/frame-rows.ts";
import { useTexts } from "../../core/page/playground-context.ts";
import { Listbox, useListbox } from "../../kit/listbox.tsx";
import { rowAfter } from "../../kit/row-grid-keys.ts";
import { describeFrame } from "./describe-frame.ts";
import styles from "./frames.module.css";
import { framesMessages } from "./messages/index.ts";

/** A line's height in rem. */
const lineHeight = matchMedia("(pointer: coarse)").matches ? 2.75 : 1.75;

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
  const list = useListbox({ rows, keyOf, heightOf: () => lineHeight });
  const { virtual, optionId } = list;
  const place = rows.findIndex(({ index }) => index === chosen);
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place);
  }, [place, virtual]);

  function onKeyDown(event: KeyboardEvent): void {
    const next = rowAfter(event.key, place, rows.length);
    if (next === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = rows[next];
    if (row !== undefined) onChoose(row.index);
  }

  if (rows.length === 0) return <p className={styles["choose"]}>{messages.noMatch}</p>;
  return (
    <Listbox
      list={list}
      tabIndex={0}
      aria-label={messages.list}
      aria-activedescendant={optionId(place)}
      className={styles["list"]}
      onKeyDown={onKeyDown}
      row={(at, style) => {
        const row = rows[at];
        if (row === undefined) return null;
        const { title, preview } = describeFrame(row, texts);
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list takes the keys, as a listbox does
          // biome-ignore lint/a11y/useFocusableInteractive: the list keeps the focus and names the active line
          <div
            key={row.index}
            id={optionId(at)}
            role="option"
            aria-selected={row.index === chosen}
            data-active={row.index === chosen || undefined}
            aria-posinset={at + 1}
            aria-setsize={rows.length}
            className={styles["line"]}
            data-direction={row.direction}
            data-kind={row.kind}
            data-remarked={remarked.has(row.index) || undefined}
            style={style}
            onClick={() => onChoose(row.index)}
          >
            <span className={styles["at"]} title={numbers.fixed(row.at, 1)}>
              {numbers.fixed(row.at, 1)}
            </span>
            <span className={styles["after"]} title={`+${numbers.fixed(row.after, 1)}`}>
              +{numbers.fixed(row.after, 1)}
            </span>
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
      }}
    />
  );
}

const keyOf = ({ index }: FrameRow): number => index;

const arrows = { sent: "→", received: "←", none: "·" } as const;
