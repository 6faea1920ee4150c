import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, type HTMLAttributes, type ReactNode, useCallback, useId, useRef } from "react";
import styles from "./kit.module.css";
import { useRem, useRemeasured } from "./use-rem.ts";

interface ListboxOptions<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** A row's height in rem, which the virtual list must know before rows are drawn. */
  readonly heightOf: (row: Row) => number;
}

/** A list of thousands of options, of which only those in sight are drawn. Who has the focus names the active one. */
export function useListbox<Row>({ rows, keyOf, heightOf }: ListboxOptions<Row>) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => (rows[at] === undefined ? 0 : heightOf(rows[at]) * rem),
    // A new function for new rows: that is how the virtualizer learns to place them afresh.
    getItemKey: useCallback((at: number) => (rows[at] === undefined ? at : keyOf(rows[at])), [rows, keyOf]),
    overscan: 8,
  });
  useRemeasured(virtual, rem);
  return { id, scroller, virtual, optionId: (at: number) => (at < 0 ? undefined : `${id}-${at}`) };
}

interface ListboxProps extends HTMLAttributes<HTMLDivElement> {
  readonly list: ReturnType<typeof useListbox<never>>;
  /** A row, given its place, and where it lies. */
  readonly row: (at: number, style: CSSProperties) => ReactNode;
}

/** The list of `useListbox`, with the rows that are to be drawn. */
export function Listbox({ list: { id, scroller, virtual }, row, className, ...others }: ListboxProps) {
  return (
    <div {...others} ref={scroller} role="listbox" id={id} className={className}>
      <div role="presentation" className={styles["listed"]} style={{ height: virtual.getTotalSize() }}>
        {virtual
          .getVirtualItems()
          .map(({ index, start, size }) => row(index, { transform: `translateY(${start}px)`, height: size }))}
      </div>
    </div>
  );
}
