import type { TakeRow } from "./take.ts";

/** Sounds that could be removed to make room, and how many bytes that frees. */
export interface Room {
  readonly rows: readonly TakeRow[];
  readonly bytes: number;
}

/**
 * The oldest sounds without a star that free at least `wanted` bytes together; all there are when that isn't enough. What
 * is only in memory frees nothing: it is `unsaved`.
 *
 * @param rows newest first.
 */
export function findRoom(rows: readonly TakeRow[], wanted: number, unsaved: (row: TakeRow) => boolean): Room {
  const found: TakeRow[] = [];
  let bytes = 0;
  for (const row of rows.toReversed()) {
    if (bytes >= wanted) break;
    if (row.starred || unsaved(row) || (row.sound !== "whole" && row.sound !== "partial")) continue;
    found.push(row);
    bytes += row.facts?.bytes ?? 0;
  }
  return { rows: found, bytes };
}

/** The bytes of all sounds that `rows` keep. */
export function keptBytes(rows: readonly TakeRow[]): number {
  return rows.reduce(
    (sum, { sound, facts }) => sum + (sound === "none" || sound === "removed" ? 0 : (facts?.bytes ?? 0)),
    0,
  );
}
