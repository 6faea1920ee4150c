import type { PastAnswer } from "../audio/recorded-session.ts";
import type { SpeechSession } from "../audio/session.ts";
import { createStore } from "../audio/store.ts";
import { taskPath } from "../contract/routes.ts";
import { chosenModel } from "./derive.ts";
import type { TakeDetails, TakeRow, TakeSound } from "./library/take.ts";
import { InterruptedError, restoreError } from "./library/take-error.ts";
import { networkTimesOf } from "./network-times.ts";
import type { Take } from "./takes.ts";

/** How the answer to a take of the library ended, for a session that plays it. */
export function pastAnswer(row: TakeRow, details: TakeDetails | undefined, sound: TakeSound | undefined): PastAnswer {
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
  const remote = remoteAddress(row) !== undefined;
  return { status: row.status === "complete" ? "complete" : "stopped", sound, remote, times };
}

/** A take of the library for the player, with what is kept of its sound. */
export function pastTake(
  row: TakeRow,
  details: TakeDetails | undefined,
  session: SpeechSession,
  sound: TakeSound | undefined,
): Take {
  const { id, voice, emotion, excerpt } = row;
  const request = details?.request ?? { endpoint: "speech", path: "", body: "" };
  const document = details?.timestamps === undefined ? [] : [details.timestamps];
  const timestamps = createStore<readonly unknown[]>([...(details?.words ?? []), ...document]);
  const text = details?.form.text ?? excerpt;
  const log = createStore(details?.log ?? { entries: [], dropped: 0 });
  const network = networkTimesOf(log.getSnapshot().entries);
  return {
    id,
    model: chosenModel(row.model),
    voice,
    emotion,
    text,
    request,
    session,
    timestamps,
    network: () => network,
    log,
    soundGone: sound === undefined ? whyGone(row) : undefined,
  };
}

/** A row is written before its sound, which may be too large for the room that is left. */
function whyGone({ sound }: TakeRow): Take["soundGone"] {
  if (sound === "removed") return sound;
  return sound === "whole" || sound === "partial" ? "lost" : undefined;
}

/** The path of a take's sound that stays with the service, because it is too large to be kept. Only a documented one is asked. */
export function remoteAddress({ sound, task }: TakeRow): string | undefined {
  const [path = ""] = task?.content?.split("?") ?? [];
  const [id = ""] = path.split("/").slice(5);
  return sound === "remote" && path === taskPath("content", id) ? task?.content : undefined;
}
