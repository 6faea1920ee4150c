import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { TakeRow } from "../../state/library/take.ts";
import { useSound, useTake } from "../playground-context.ts";
import { useNow } from "./age.ts";
import { commandKeys, type TakeCommand } from "./take-command.ts";
import { TakeRowView } from "./take-row.tsx";
import styles from "./takes.module.css";
import { useHistoryTexts } from "./use-history.ts";

/** Heights in rem, which the virtual list must know before rows are drawn. */
const heights = { wide: 3.125, narrow: 4.25, editing: { wide: 3.75, narrow: 9.5 } } as const;
/** Below this width, in rem, the columns would leave a title no room: a row takes two lines. */
const narrowBelow = 60;
const rowsPerPage = 8;

interface TakesListProps {
  readonly rows: readonly TakeRow[];
  /** The take whose name and note are being written. */
  readonly editing: string | undefined;
  readonly onRun: (command: TakeCommand, row: TakeRow) => void;
  readonly onEdited: (id: string, change: { readonly name: string; readonly note: string } | undefined) => void;
}

/**
 * Takes as a grid with one tab stop: arrows move between rows, and into a row's buttons. Only the rows in sight are drawn,
 * and the one that has the focus.
 */
export function TakesList({ rows, editing, onRun, onEdited }: TakesListProps) {
  const { h } = useHistoryTexts();
  const take = useTake();
  const sound = useSound();
  const sounding = sound?.playback === "playing" || sound?.playback === "waiting";
  const now = useNow(20_000);
  const scroller = useRef<HTMLDivElement>(null);
  const { rem, narrow } = useWidth(scroller);
  const [activeId, setActiveId] = useState<string>();
  const wanted = useRef<string>(undefined);
  const found = rows.findIndex(({ id }) => id === activeId);
  // Where the active take has gone, the one in its place is active.
  const lastActive = useRef(0);
  if (found >= 0) lastActive.current = found;
  const active = found >= 0 ? found : Math.min(lastActive.current, rows.length - 1);

  const shape = narrow ? "narrow" : "wide";
  const heightOf = (at: number) =>
    (rows[at]?.id === editing && editing !== undefined ? heights.editing[shape] : heights[shape]) * rem;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightOf,
    // A new function for new rows: that is how the virtualizer learns to place them afresh.
    getItemKey: useCallback((at: number) => rows[at]?.id ?? at, [rows]),
    overscan: 6,
    rangeExtractor: (range) => [...new Set([active, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what decides about heights
  useLayoutEffect(() => virtual.measure(), [editing, shape, rem]);

  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const row = rowElement(scroller.current, wanted.current);
    if (row === undefined) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  function moveTo(at: number): void {
    const row = rows[Math.max(0, Math.min(rows.length - 1, at))];
    if (row === undefined) return;
    wanted.current = row.id;
    setActiveId(row.id);
    virtual.scrollToIndex(rows.indexOf(row));
  }

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const row = target.closest<HTMLElement>("[data-take]");
    if (row === null || target instanceof HTMLInputElement) return;
    const move = moves[event.key];
    if (move !== undefined) {
      event.preventDefault();
      moveTo(move(active, rows.length));
    } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      event.preventDefault();
      const stops = [row, ...row.querySelectorAll<HTMLElement>("button:not(:disabled)")];
      const step = event.key === "ArrowRight" ? 1 : -1;
      stops[Math.max(0, Math.min(stops.length - 1, stops.indexOf(target) + step))]?.focus();
    } else if (target === row) {
      const command = commandKeys[event.key];
      const current = rows[active];
      if (command === undefined || current === undefined || editing !== undefined) return;
      event.preventDefault();
      if (command === "remove") wanted.current = (rows[active + 1] ?? rows[active - 1])?.id;
      onRun(command, current);
    }
  }

  const finish = useCallback(
    (id: string, change: { readonly name: string; readonly note: string } | undefined) => {
      wanted.current = id;
      onEdited(id, change);
    },
    [onEdited],
  );

  return (
    // biome-ignore lint/a11y/useSemanticElements: rows lie freely inside of a virtual list, which a table's can't
    <div
      ref={scroller}
      role="grid"
      tabIndex={-1}
      aria-label={h.tabs.takes}
      aria-description={h.keys}
      aria-rowcount={rows.length}
      className={styles["scroller"]}
      data-shape={shape}
      onKeyDown={onKeyDown}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="rowgroup" className={styles["rows"]} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index: at, start, size }) => {
          const row = rows[at];
          if (row === undefined) return null;
          return (
            <TakeRowView
              key={row.id}
              row={row}
              at={at}
              start={start}
              height={size}
              active={at === active}
              shown={take?.id === row.id}
              sounding={take?.id === row.id && sounding}
              editing={editing === row.id}
              now={now}
              onActive={setActiveId}
              onRun={onRun}
              onEdited={finish}
            />
          );
        })}
      </div>
    </div>
  );
}

const moves: Readonly<Record<string, (active: number, count: number) => number>> = {
  ArrowDown: (active) => active + 1,
  ArrowUp: (active) => active - 1,
  PageDown: (active) => active + rowsPerPage,
  PageUp: (active) => active - rowsPerPage,
  Home: () => 0,
  End: (_, count) => count - 1,
};

function rowElement(scroller: HTMLElement | null, id: string): HTMLElement | undefined {
  return scroller?.querySelector<HTMLElement>(`[data-take="${CSS.escape(id)}"]`) ?? undefined;
}

function useWidth(element: React.RefObject<HTMLElement | null>): { readonly rem: number; readonly narrow: boolean } {
  const rem = useMemo(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize), []);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return;
    setWidth(current.clientWidth);
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return { rem, narrow: width < narrowBelow * rem };
}
