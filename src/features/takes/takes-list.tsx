import { useCallback, useLayoutEffect, useState } from "react";
import { useSound, useTake } from "../../core/page/playground-context.ts";
import type { ProgrammePlace } from "../../core/programme/use-programme-places.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { useNow } from "../../core/takes/age.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { RowGrid } from "../../kit/row-grid.tsx";
import { useRowGrid } from "../../kit/use-row-grid.ts";
import type { TakeCommand } from "./take-menu.tsx";
import { TakeRowView } from "./take-row.tsx";
import styles from "./takes.module.css";
import { useRowDistinctions } from "./use-row-distinctions.ts";

/** Heights in rem, which the virtual list must know before rows are drawn. */
const heights = { wide: 3.125, narrow: 4.25, editing: { wide: 3.75, narrow: 10 } } as const;
/** Below this width, in rem, the columns would leave a title no room: a row takes two lines. */
const narrowBelow = 60;

interface TakesListProps {
  readonly rows: readonly TakeRow[];
  /** The takes that are chosen; undefined while nobody chooses. */
  readonly chosen: ReadonlySet<string> | undefined;
  /** The take whose name and note are being written. */
  readonly editing: string | undefined;
  readonly places: ReadonlyMap<string, ProgrammePlace>;
  readonly onRun: (command: TakeCommand, row: TakeRow) => void;
  readonly onEdited: (id: string, change: { readonly name: string; readonly note: string } | undefined) => void;
}

/**
 * Takes as a grid with one tab stop: arrows move between rows, and into a row's buttons. Only the rows in sight are
 * drawn, and the one that has the focus.
 */
export function TakesList({ rows, chosen, editing, places, onRun, onEdited }: TakesListProps) {
  const { takes: messages, language } = useHistoryTexts();
  const take = useTake();
  // Only looking for it tells that a sound which was to be kept isn't there.
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  if (take?.soundGone === "lost" && !lost.has(take.id)) setLost(new Set(lost).add(take.id));
  const sound = useSound();
  const sounding = sound?.playback === "playing" || sound?.playback === "waiting";
  const now = useNow(20_000);
  const [shape, setShape] = useState<"narrow" | "wide">("narrow");
  const grid = useRowGrid({
    rows,
    idOf,
    attribute: "data-take",
    heightOf: (at) => (rows[at]?.id === editing && editing !== undefined ? heights.editing[shape] : heights[shape]),
    onKey(key, row, at) {
      const command = key === " " && chosen !== undefined ? "choose" : shortcutOf(shortcutTable.takes, key);
      if (command === undefined || editing !== undefined) return false;
      if (command === "remove") grid.focusLater((rows[at + 1] ?? rows[at - 1])?.id);
      onRun(command, row);
      return true;
    },
  });
  const { scroller, rem, virtual, focusLater } = grid;
  const distinctions = useRowDistinctions(virtual.getVirtualItems().flatMap(({ index }) => rows[index] ?? []));
  useLayoutEffect(() => {
    const { current } = scroller;
    if (current === null) return;
    const measure = () => setShape(current.clientWidth < narrowBelow * rem ? "narrow" : "wide");
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [scroller, rem]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the rows' heights depend on
  useLayoutEffect(() => virtual.measure(), [virtual, editing, shape]);
  const finish = useCallback(
    (id: string, change: { readonly name: string; readonly note: string } | undefined) => {
      focusLater(id);
      onEdited(id, change);
    },
    [focusLater, onEdited],
  );

  return (
    <RowGrid
      grid={grid}
      aria-label={messages.tabs.takes}
      aria-description={messages.keys(keyNamer(language))}
      aria-multiselectable={chosen !== undefined}
      className={styles["scroller"]}
      data-shape={shape}
      row={(at, start, height) => {
        const row = rows[at];
        if (row === undefined) return null;
        return (
          <TakeRowView
            key={row.id}
            row={row}
            at={at}
            start={start}
            height={height}
            active={at === grid.active}
            shown={take?.id === row.id}
            lost={lost.has(row.id)}
            sounding={take?.id === row.id && sounding}
            editing={editing === row.id}
            chosen={chosen?.has(row.id)}
            place={places.get(row.id)?.place}
            distinction={distinctions.get(row.id) ?? ""}
            now={now}
            onActive={grid.setActive}
            onRun={onRun}
            onEdited={finish}
          />
        );
      }}
    />
  );
}

const idOf = ({ id }: TakeRow): string => id;
