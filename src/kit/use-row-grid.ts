import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { isModified, latinKey } from "./pressed-key.ts";
import { actionAt, rowAfter, rowGridKeys } from "./row-grid-keys.ts";
import { useRem, useRemeasured } from "./use-rem.ts";

export interface RowGridOptions<Row> {
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => string;
  /** The attribute of a row's element that holds its id. */
  readonly attribute: `data-${string}`;
  /** A row's height in rem, which the virtual list must know before rows are drawn. */
  readonly heightOf: (at: number) => number;
  /** What stays at the top and lies over the rows, in rem. */
  readonly heads?: number;
  /** A key that is pressed on a row itself and doesn't move. Returns whether the grid took it. */
  readonly onKey: (key: string, row: Row) => boolean;
}

/**
 * A grid of thousands of rows with one tab stop: arrows, Page, Home and End move between rows, left and right into a
 * row's buttons. Only the rows in sight are drawn, and the one that has the focus.
 */
export function useRowGrid<Row>({ rows, idOf, attribute, heightOf, heads = 0, onKey }: RowGridOptions<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const [activeId, setActive] = useState<string>();
  /** The row that gets the focus as soon as it is drawn. */
  const wanted = useRef<string>(undefined);
  const found = rows.findIndex((row) => idOf(row) === activeId);
  // Where the active row has gone, the one in its place is active.
  const lastActive = useRef(0);
  if (found >= 0) lastActive.current = found;
  const active = Math.max(0, found >= 0 ? found : Math.min(lastActive.current, rows.length - 1));

  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (at) => heightOf(at) * rem,
    // A new function for new rows: that is how the virtualizer learns to place them afresh.
    getItemKey: useCallback(
      (at: number) => {
        const row = rows[at];
        return row === undefined ? at : idOf(row);
      },
      [rows, idOf],
    ),
    paddingStart: heads * rem,
    scrollPaddingStart: heads * rem,
    overscan: 6,
    rangeExtractor: (range) =>
      [...new Set([active, ...defaultRangeExtractor(range)])].sort((one, other) => one - other),
  });

  useRemeasured(virtual, rem);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[${attribute}="${CSS.escape(wanted.current)}"]`);
    if (row == null) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  function moveTo(at: number): void {
    const row = rows[at];
    if (row === undefined) return;
    wanted.current = idOf(row);
    setActive(idOf(row));
    virtual.scrollToIndex(at);
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { target } = event;
    const key = latinKey(event);
    if (!(target instanceof HTMLElement) || isModified(event)) return;
    const element = target.closest<HTMLElement>(`[${attribute}]`);
    if (element === null || (target instanceof HTMLInputElement && target.type !== "checkbox")) return;
    const next = rowAfter(key, active, rows.length);
    const across = actionAt(rowGridKeys.rowButtons, key);
    const row = rows[active];
    if (next !== undefined) moveTo(next);
    else if (across !== undefined) {
      const stops = [element, ...element.querySelectorAll<HTMLElement>("button:not(:disabled), input")];
      const step = across === "into" ? 1 : -1;
      stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(target) + step))]?.focus();
    } else if (target !== element || row === undefined || !onKey(key, row)) return;
    event.preventDefault();
  }

  const focusLater = useCallback((id: string | undefined): void => {
    wanted.current = id;
  }, []);

  return {
    scroller,
    rem,
    virtual,
    /** In pixels. */
    headsHeight: heads * rem,
    /** The place of the grid's tab stop. */
    active,
    setActive,
    /** Gives a row the focus once it is drawn, or drawn anew. */
    focusLater,
    onKeyDown,
  };
}

/** What `RowGrid` draws. */
export type RowGridState = ReturnType<typeof useRowGrid<never>>;
