import { createStore } from "../../audio/base/store.ts";
import type { Player } from "../../audio/players/player.ts";
import { createPlaybackSession, type PastAnswer } from "../../audio/session/playback-session.ts";
import { downloadAddress } from "../../contract/download.ts";
import { chosenModel } from "../../contract/models/index.ts";
import { networkTimesOf } from "./network-times.ts";
import { restoreError } from "./restore-error.ts";
import { spokenScriptOf, type Take, type TakeDetails, type TakeRow, type TakeSound } from "./take.ts";
import { InterruptedError } from "./take-error.ts";

/**
 * A take of the library as the player holds it: `player` plays what is kept of its sound, or what stays at the service,
 * at the address `remote`.
 */
export function openPastTake(
  row: TakeRow,
  details: TakeDetails | undefined,
  sound: TakeSound | undefined,
  player: Player,
  remote: string | undefined,
): Take {
  const answer = pastAnswer(row, details, sound, remote !== undefined);
  const session = createPlaybackSession({ answer, player });
  const { id, voice, voices, emotion, excerpt, serviceName } = row;
  const request = details?.request ?? { endpoint: "speech", path: "", body: "" };
  const document = details?.timestamps === undefined ? [] : [details.timestamps];
  const timestamps = createStore<readonly unknown[]>([...(details?.words ?? []), ...document]);
  const log = createStore(details?.log ?? { entries: [], dropped: 0 });
  const network = networkTimesOf(log.getSnapshot().entries);
  return {
    id,
    model: chosenModel(row.model),
    voice,
    voices,
    emotion,
    ...(details === undefined ? { text: excerpt } : spokenScriptOf(details)),
    request,
    serviceName,
    session,
    goesOn: row.resumed !== undefined,
    timestamps,
    network: () => network,
    log,
    download: remote === undefined ? undefined : downloadAddress(remote),
    soundGone: sound === undefined ? whyGone(row) : undefined,
  };
}

/** How the answer to a take of the library ended, for a session that plays it. */
function pastAnswer(
  row: TakeRow,
  details: TakeDetails | undefined,
  sound: TakeSound | undefined,
  remote: boolean,
): PastAnswer {
  const { firstAudio, firstSound, ended } = row.times;
  // One that nobody saw the end of lasted as long as it was looked at.
  const stalls = row.times.stalls?.map(({ from, until }) => ({ from, until: until ?? Math.max(from, ended ?? 0) }));
  const times = { started: 0, firstAudio, firstSound, ended, stalls: stalls ?? [] };
  if (row.status === "interrupted") return { status: "failed", error: new InterruptedError(), sound, times };
  if (row.status === "failed") {
    const error =
      details?.error === undefined ? new Error(row.failure?.message) : restoreError(details.error, details.headers);
    return { status: "failed", error, sound, times };
  }
  return { status: row.status === "complete" ? "complete" : "stopped", sound, remote, times };
}

/** A row is written before its sound, which may be too large for the room that is left. */
function whyGone({ sound }: TakeRow): Take["soundGone"] {
  if (sound === "removed") return sound;
  return sound === "whole" || sound === "partial" ? "lost" : undefined;
}
