import type { usePresented } from "../../core/programme/use-presented.ts";
import type { Question } from "../../core/takes/confirm-dialog.tsx";
import type { TakeLibrary } from "../../core/takes/library.ts";
import { canGoOn, isSending, isTaskUnderWay, type TakeRow } from "../../core/takes/take.ts";
import type { HistoryTexts } from "../../core/takes/use-history.ts";

/** Room is made for what waits and as much again, at least this many bytes: else one would be asked for every take. */
const leastRoom = 20_000_000;

/** What is sent, or waited for: its sound is paid for, and nobody would fetch it. */
const isUnderWay = (row: TakeRow): boolean => isSending(row) || isTaskUnderWay(row);

/** These takes without those that are under way, and how many of them stay therefore. */
export function removable(rows: readonly TakeRow[]): { readonly ended: readonly TakeRow[]; readonly kept: number } {
  const ended = rows.filter((row) => !isUnderWay(row));
  return { ended, kept: rows.length - ended.length };
}

/** Asks whether the oldest sounds without a star may go, so that newer ones find room. */
export function roomQuestion(
  library: TakeLibrary,
  { takes: messages }: HistoryTexts,
  { places, emptied }: Pick<ReturnType<typeof usePresented>, "places" | "emptied">,
): Question {
  const { rows } = library.getSnapshot();
  const isUnsaved = ({ id }: TakeRow) => library.isUnsaved(id);
  const isPresented = ({ id }: TakeRow) => places.get(id)?.needsTake === true;
  const room = findRoom(rows, Math.max(leastRoom, 2 * keptBytes(rows.filter(isUnsaved))), isUnsaved, isPresented);
  const ids = room.rows.map(({ id }) => id);
  if (ids.length === 0) return { title: messages.ask.roomTitle, text: <p>{messages.ask.roomNothing}</p> };
  return {
    title: messages.ask.roomTitle,
    text: (
      <>
        <p>{messages.ask.roomText(ids.length, room.bytes)}</p>
        {emptied(ids).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </>
    ),
    confirm: messages.ask.room,
    act: () => void library.eraseSounds(ids),
  };
}

/** Asks before many takes are deleted, and says what becomes of starred ones. What is under way stays. */
export function clearQuestion(
  rows: readonly TakeRow[],
  keepStarred: boolean,
  { takes: messages }: HistoryTexts,
  onRemove: (ids: readonly string[]) => void,
): Question {
  const { ended, kept } = removable(rows);
  const going = keepStarred ? ended.filter(({ starred }) => !starred) : ended;
  const starred = ended.filter((row) => row.starred).length;
  return {
    title: messages.ask.clearTitle(going.length),
    text: (
      <>
        <p>{messages.ask.clearText(keptBytes(going))}</p>
        {starred > 0 && <p>{keepStarred ? messages.ask.starredKept(starred) : messages.ask.starredToo(starred)}</p>}
        {kept > 0 && <p>{messages.ask.underWayKept(kept)}</p>}
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
 * Sounds of the presentation come last, and those that a take still needs to go on don't come at all. What is only in
 * memory frees nothing: it is `unsaved`.
 *
 * @param rows newest first.
 */
export function findRoom(
  rows: readonly TakeRow[],
  wanted: number,
  unsaved: (row: TakeRow) => boolean,
  presented: (row: TakeRow) => boolean,
): Room {
  const found: TakeRow[] = [];
  let bytes = 0;
  const oldest = rows.toReversed();
  for (const row of [...oldest.filter((one) => !presented(one)), ...oldest.filter(presented)]) {
    if (bytes >= wanted) break;
    const isNeeded = row.starred || isUnderWay(row) || canGoOn(row);
    if (isNeeded || unsaved(row) || (row.sound !== "whole" && row.sound !== "partial")) continue;
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
