import type { Question } from "../../core/takes/confirm-dialog.tsx";
import type { TakeLibrary } from "../../core/takes/library.ts";
import { isSending, isTaskUnderWay, type TakeRow } from "../../core/takes/take.ts";
import type { HistoryTexts } from "../../core/takes/use-history.ts";

/** Room is made for what waits and as much again, at least this many bytes: else one would be asked for every take. */
const leastRoom = 20_000_000;

/** Asks whether the oldest sounds without a star may go, so that newer ones find room. */
export function roomQuestion(library: TakeLibrary, { takes: messages }: HistoryTexts): Question {
  const { rows } = library.getSnapshot();
  const isUnsaved = ({ id }: TakeRow) => library.isUnsaved(id);
  const room = findRoom(rows, Math.max(leastRoom, 2 * keptBytes(rows.filter(isUnsaved))), isUnsaved);
  const ids = room.rows.map(({ id }) => id);
  if (ids.length === 0) return { title: messages.ask.roomTitle, text: <p>{messages.ask.roomNothing}</p> };
  return {
    title: messages.ask.roomTitle,
    text: <p>{messages.ask.roomText(ids.length, room.bytes)}</p>,
    confirm: messages.ask.room,
    act: () => void library.eraseSounds(ids),
  };
}

/**
 * Asks before many takes are deleted, and says what becomes of starred ones. What is under way stays: its sound is paid
 * for, and nobody would fetch it.
 */
export function clearQuestion(
  rows: readonly TakeRow[],
  keepStarred: boolean,
  { takes: messages }: HistoryTexts,
  onRemove: (ids: readonly string[]) => void,
): Question {
  const ended = rows.filter((row) => !isSending(row) && !isTaskUnderWay(row));
  const underWay = rows.length - ended.length;
  const going = keepStarred ? ended.filter(({ starred }) => !starred) : ended;
  const starred = ended.filter((row) => row.starred).length;
  return {
    title: messages.ask.clearTitle(going.length),
    text: (
      <>
        <p>{messages.ask.clearText(keptBytes(going))}</p>
        {starred > 0 && <p>{keepStarred ? messages.ask.starredKept(starred) : messages.ask.starredToo(starred)}</p>}
        {underWay > 0 && <p>{messages.ask.underWayKept(underWay)}</p>}
      </>
    ),
    confirm: messages.remove,
    act: () => onRemove(going.map(({ id }) => id)),
  };
}

/** Sounds that could be removed to make room, and how many bytes that frees. */
export interface Room {
  readonly rows: readonly TakeRow[];
  readonly bytes: number;
}

/**
 * The oldest sounds without a star that free at least `wanted` bytes together; all there are when that isn't enough.
 * What is only in memory frees nothing: it is `unsaved`.
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

/** The bytes of all sounds that `rows` keep here. */
export function keptBytes(rows: readonly TakeRow[]): number {
  const kept = rows.filter(({ sound }) => sound === "whole" || sound === "partial");
  return kept.reduce((sum, { facts }) => sum + (facts?.bytes ?? 0), 0);
}
