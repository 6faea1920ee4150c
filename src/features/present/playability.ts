import type { SessionSnapshot } from "../../audio/session/session.ts";
import { isUnderWay } from "../../audio/session/session-state.ts";
import { type ProgrammeItem, scriptOf, takeOf } from "../../core/programme/programme-item.ts";
import type { TakeLibrary } from "../../core/takes/library.ts";
import { isSending, type TakeRow } from "../../core/takes/take.ts";
import type { Phase } from "./steps.ts";

/**
 * What there is to hear of an item. `kept`: its sound, without a request. `unspoken`: a script that is sent when it is
 * heard. `under_way`: its answer is still coming. `looking`: the takes aren't all read yet. `shown`: it is no take, and
 * what sounds of it is its own affair (see `StageActs`). The others can't be heard:
 * `gone`, the take was deleted; `silent`, its sound isn't kept; `unreadable`, the script's model isn't known here.
 */
export type Playability = "kept" | "unspoken" | "under_way" | "looking" | "shown" | "gone" | "silent" | "unreadable";

/**
 * Says what there is to hear of an item.
 *
 * @param row its take's, where there is one.
 * @param loaded whether all takes are read.
 */
export function playabilityOfItem(item: ProgrammeItem, row: TakeRow | undefined, loaded: boolean): Playability {
  if (item.kind !== "take" && item.kind !== "script") return "shown";
  const there = row?.deleted === undefined ? row : undefined;
  if (there !== undefined) {
    if (there.sound === "whole" || there.sound === "partial" || there.sound === "remote") return "kept";
    if (isSending(there) || there.status === "waiting") return "under_way";
  } else if (takeOf(item) !== undefined && row === undefined && !loaded) return "looking";
  if (item.kind === "take") return there === undefined ? "gone" : "silent";
  return scriptOf(item)?.form === undefined ? "unreadable" : "unspoken";
}

/**
 * What there is to hear of a take beside others, where it sounds only from what is kept here. `gone`: it was deleted;
 * `coming`: its answer isn't complete; `silent`: no audio of it is kept here.
 */
type Beside = "gone" | "coming" | "silent" | "partial" | "whole";

function besideOthers(row: TakeRow | undefined): Beside {
  if (row === undefined || row.deleted !== undefined) return "gone";
  if (isSending(row) || row.status === "waiting") return "coming";
  return row.sound === "whole" || row.sound === "partial" ? row.sound : "silent";
}

/** How many of the takes that an item sets against each other can be heard, and how many can't. */
export function countBeside(item: ProgrammeItem, { row }: Pick<TakeLibrary, "row">): Readonly<Record<Beside, number>> {
  const counts = { gone: 0, coming: 0, silent: 0, partial: 0, whole: 0 };
  if (item.kind === "comparison" || item.kind === "blind")
    for (const id of item.takes) counts[besideOthers(row(id))] += 1;
  return counts;
}

/** Whether enough of an item's takes is there: a blind test needs the audio of both, a comparison one take. */
export function canBeShown(item: ProgrammeItem, library: Pick<TakeLibrary, "row">): boolean {
  const { gone, silent } = countBeside(item, library);
  if (item.kind === "blind") return gone + silent === 0;
  return gone === 0 || (item.kind === "comparison" && gone < item.takes.length);
}

/** Up to here a sound counts as not begun, in seconds. */
const beginning = 0.05;

/**
 * How far the shown item is.
 *
 * @param held what the player holds of it; undefined where that holds something else.
 * @param tried whether it was asked for since it is shown.
 * @param unsent whether what failed never left this device, so that it may be asked for once more: a service that
 * refuses, or says how long to wait, isn't asked again by a press that only wants to go on.
 * @param isStalled whether more of it is awaited for so long that a room may go on without it.
 */
export function phaseOf(
  playability: Playability,
  held: { readonly snapshot: SessionSnapshot; readonly position: number } | undefined,
  tried: boolean,
  unsent = false,
  isStalled = false,
): Phase {
  if (held !== undefined) {
    const { state } = held.snapshot;
    const begun = held.position > beginning;
    const { status } = state.playback;
    if (state.status === "failed" && tried && (status === "paused" || status === "ended")) return "refused";
    switch (status) {
      case "playing":
      case "ended":
        return "begun";
      case "waiting":
        if (!begun) return "waiting";
        return isStalled && isUnderWay(state) ? "stalled" : "begun";
      case "paused":
      case "blocked":
        return begun ? "begun" : "ready";
      case "failed":
        // What is kept is read once more, without a request.
        return playability === "kept" ? "failed" : "stuck";
      default:
        if (isUnderWay(state)) return "waiting";
        if (state.status === "failed" && tried) {
          if (playability !== "unspoken") return "stuck";
          return unsent ? "failed" : "refused";
        }
    }
  }
  switch (playability) {
    case "kept":
    case "unspoken":
      return "ready";
    case "under_way":
    case "looking":
      return "waiting";
    case "shown":
      return "still";
    default:
      return "stuck";
  }
}
