import { Fragment, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { isSounding } from "../../audio/session/session-state.ts";
import { useSound, useTake } from "../../core/page/playground-context.ts";
import type { ProgrammePlace } from "../../core/programme/use-programme-places.ts";
import { keyNamer } from "../../core/shortcuts/key-namer.ts";
import { shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { agesOf, dayOf, useNow } from "../../core/takes/age.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { RowGrid } from "../../kit/row-grid.tsx";
import { useRowGrid } from "../../kit/use-row-grid.ts";
import type { TakeNaming } from "./take-editor.tsx";
import type { TakeCommand } from "./take-menu.tsx";
import { TakeRowView } from "./take-row.tsx";
import styles from "./takes.module.css";
import { useRowDistinctions } from "./use-row-distinctions.ts";

/** Heights in rem, which the virtual list must know before rows are drawn. */
const heights = { wide: 3.125, narrow: 4.25, editing: { wide: 3.75, narrow: 10 }, day: 2 } as const;
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
  readonly onEdited: (id: string, change: TakeNaming | undefined) => void;
}

/**
 * Takes as a grid with one tab stop: arrows move between rows, and into a row's buttons. Only the rows in sight are
 * drawn, and the one that has the focus.
 */
export function TakesList({ rows, chosen, editing, places, onRun, onEdited }: TakesListProps) {
  const { takes: messages, language } = useHistoryTexts();
  const take = useTake((current) => current && { id: current.id, soundGone: current.soundGone });
  // Only looking for it tells that a sound which was to be kept isn't there.
  const [lost, setLost] = useState<ReadonlySet<string>>(new Set());
  if (take?.soundGone === "lost" && !lost.has(take.id)) setLost(new Set(lost).add(take.id));
  const sounding = useSound((sound) => isSounding(sound?.playback));
  const now = useNow(20_000);
  const today = dayOf(now);
  const earliest = rows.at(-1);
  const onlyToday = earliest === undefined || dayOf(earliest.created) === today;
  /** Whether a row is the first of its day, where there is another day than today. */
  const beginsDay = (at: number): boolean => {
    const [row, before] = [rows[at], rows[at - 1]];
    return !onlyToday && row !== undefined && (before === undefined || dayOf(before.created) !== dayOf(row.created));
  };
  const [shape, setShape] = useState<"narrow" | "wide">("narrow");
  const grid = useRowGrid({
    rows,
    idOf,
    attribute: "data-take",
    heightOf: (at) =>
      (editing !== undefined && rows[at]?.id === editing ? heights.editing : heights)[shape] +
      (beginsDay(at) ? heights.day : 0),
    onKey(key, row) {
      const command = key === " " && chosen !== undefined ? "choose" : shortcutOf(shortcutTable.takes, key);
      if (command === undefined || editing !== undefined) return false;
      run(command, row);
      return true;
    },
  });
  const { scroller, rem, virtual, focusLater } = grid;
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  });
  /** Behind a take that goes the keyboard is on its neighbour. */
  const run = useCallback(
    (command: TakeCommand, row: TakeRow) => {
      const at = latest.current.indexOf(row);
      if (command === "remove") focusLater((latest.current[at + 1] ?? latest.current[at - 1])?.id);
      onRun(command, row);
    },
    [focusLater, onRun],
  );
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
  useLayoutEffect(() => virtual.measure(), [virtual, editing, shape, today]);
  const finish = useCallback(
    (id: string, change: TakeNaming | undefined, unasked: boolean) => {
      // Whoever is at something else stays there.
      if (!unasked) focusLater(id);
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
        const heading = beginsDay(at) ? heights.day * rem : 0;
        const day = agesOf(language).day(row.created, now);
        const view = (
          <TakeRowView
            row={row}
            at={at}
            start={start + heading}
            height={height - heading}
            day={onlyToday ? "" : day}
            active={at === grid.active}
            shown={take?.id === row.id}
            lost={lost.has(row.id)}
            sounding={take?.id === row.id && sounding}
            editing={editing === row.id}
            chosen={chosen?.has(row.id)}
            place={places.get(row.id)?.place}
            distinction={distinctions.get(row.id) ?? ""}
            onActive={grid.setActive}
            onRun={run}
            onEdited={finish}
          />
        );
        return (
          <Fragment key={row.id}>
            {heading > 0 && (
              // Each row says its day to whoever doesn't see it.
              <div
                aria-hidden="true"
                className={styles["day"]}
                style={{ transform: `translateY(${start}px)`, height: heading }}
              >
                {day}
              </div>
            )}
            {view}
          </Fragment>
        );
      }}
    />
  );
}

const idOf = ({ id }: TakeRow): string => id;
