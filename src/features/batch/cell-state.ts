import { leavingRealTime } from "../../core/archive/figures.ts";
import { measuresOf } from "../../core/takes/measure-take.ts";
import { completeAfter, isAwaited, type TakeRow } from "../../core/takes/take.ts";
import type { BatchCell } from "./design.ts";

/**
 * How far a cell is. `unknown`: its request left, or was about to, and nobody heard its end; it may have been billed.
 * `gone`: so did its take. Only a person repeats what isn't `waiting`.
 */
export const cellStatuses = ["waiting", "running", "done", "failed", "unknown", "gone"] as const;
export type CellStatus = (typeof cellStatuses)[number];

/** How far a cell is, from its take's row. */
export function statusOfCell({ take }: Pick<BatchCell, "take">, row: TakeRow | undefined): CellStatus {
  if (take === undefined) return "waiting";
  if (row === undefined || row.deleted !== undefined) return "gone";
  switch (row.status) {
    case "submitting":
    case "receiving":
      return "running";
    case "waiting":
      return isAwaited(row) ? "running" : "unknown";
    case "complete":
      return "done";
    case "failed":
      return isUnanswered(row) ? "unknown" : "failed";
    case "stopped":
    case "interrupted":
      return "unknown";
  }
}

/** Whether the request left and nobody answered; a status may be the playground's server's. */
function isUnanswered({ failure, httpStatus }: TakeRow): boolean {
  return failure?.kind === "no_answer" || (failure?.cost === "possible" && httpStatus === undefined);
}

/** Whether a take is done whose sound wasn't measured. */
export function needsMeasures(row: TakeRow | undefined): boolean {
  return row?.status === "complete" && row.measures === undefined;
}

/** The figures by which cells can be sorted, beside the design's own order. */
export const cellFigures = [
  "status",
  "firstByte",
  "complete",
  "duration",
  "realTime",
  "bytes",
  "loudness",
  "leadingSilence",
  "trailingSilence",
] as const;
export type CellFigure = (typeof cellFigures)[number];

/** A figure of a cell; undefined until it is known. Milliseconds, seconds, bytes, LUFS. */
export function figureOf(figure: CellFigure, status: CellStatus, row: TakeRow | undefined): number | undefined {
  if (figure === "status") return cellStatuses.indexOf(status);
  if (row === undefined) return undefined;
  const measures = measuresOf(row);
  switch (figure) {
    case "firstByte":
      return row.times.firstAudio;
    case "complete":
      return completeAfter(row);
    case "duration":
      return row.facts?.duration ?? measures?.duration;
    case "realTime":
      return leavingRealTime(row);
    case "bytes":
      return row.facts?.bytes;
    default:
      return measures?.[figure];
  }
}

/** What cells are sorted by: undefined for the design's own order. */
export interface CellOrder {
  readonly figure: CellFigure | undefined;
  readonly descending: boolean;
}

/** Cells in an order; those without the figure come last, whichever way it goes. */
export function sortCells<
  Cell extends { readonly index: number; readonly status: CellStatus; readonly row: TakeRow | undefined },
>(cells: readonly Cell[], { figure, descending }: CellOrder): readonly Cell[] {
  const sign = descending ? -1 : 1;
  if (figure === undefined) return cells.toSorted((one, other) => sign * (one.index - other.index));
  const value = ({ status, row }: Cell) => figureOf(figure, status, row);
  return cells.toSorted((one, other) => {
    const [first, second] = [value(one), value(other)];
    if (first === undefined || second === undefined) {
      return first === second ? one.index - other.index : first === undefined ? 1 : -1;
    }
    return sign * (first - second) || one.index - other.index;
  });
}
