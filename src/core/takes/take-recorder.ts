import { SpeechRequestError } from "../../api/errors.ts";
import type { RequestEvent } from "../../api/request-events.ts";
import { NoiseError } from "../../audio/players/recorder.ts";
import type { SessionSnapshot, SpeechSession } from "../../audio/session/session.ts";
import { isSounding, isUnderWay, recordingOf } from "../../audio/session/session-state.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { inTime, settledOnce } from "../page/wait.ts";
import { judgeLater } from "../remarks/judge-later.ts";
import { type Circumstances, failureRecord } from "./failure.ts";
import type { TakeLibrary } from "./library.ts";
import { after, firstsOf, nothingYet } from "./network-times.ts";
import type { TakeDetailsPatch, TakeId, TakePatch } from "./take.ts";
import { createTakeLog, wasSent } from "./take-log.ts";

/** How long the look through a take waits for its sound, in milliseconds: on a silent page none may be heard. */
const soundPatience = 1_000;
/** The most pieces of word timing that are kept of one take. */
const mostWords = 20_000;

/** Whether all of the sound came, be it that something else is wrong with its answer. */
function isWhole(state: SessionSnapshot["state"]): boolean {
  if (state.status !== "failed") return state.status === "complete";
  if (state.error instanceof NoiseError) return true;
  return state.error instanceof SpeechRequestError && state.error.refusal === "mislabelled";
}

/**
 * Writes down what becomes of the submission `id` while it happens; its take was written already. `started` is the
 * moment of the click on the clock of events.
 */
export function createTakeRecorder(
  library: TakeLibrary,
  id: TakeId,
  model: ModelDescriptor,
  started: number,
  circumstances: () => Circumstances,
) {
  /** What happened to the request so far. */
  const log = createTakeLog(started);
  const words: unknown[] = [];
  const goesOn = library.row(id)?.resumed !== undefined;
  let network = nothingYet;
  let headers: TakeDetailsPatch["headers"];
  let httpStatus: number | undefined;
  let last: SessionSnapshot["state"]["status"] = "idle";
  let heard = false;
  let measured = false;
  /** Whether parts that went on brought less than what is kept of those before, or nothing: that stays. */
  let keepsMore = false;
  let stalls: SessionSnapshot["times"]["stalls"] | undefined;

  function timesOf({ times }: SessionSnapshot): NonNullable<TakePatch["times"]> {
    const since = (moment: number | undefined) => (moment === undefined ? undefined : Math.max(0, moment - started));
    const { firstByte, firstSound } = firstsOf(times, network, goesOn);
    return {
      firstAudio: since(firstByte),
      firstSound: since(firstSound),
      ended: since(times.ended),
      stalls: times.stalls.map(({ from, until }) => ({ from: Math.max(0, from - started), until: since(until) })),
    };
  }

  function noteEnd(snapshot: SessionSnapshot): void {
    const { state } = snapshot;
    if (state.status !== "complete" && state.status !== "stopped" && state.status !== "failed") return;
    const recording = recordingOf(state);
    const failed = state.status === "failed" ? failureRecord(state.error, model, circumstances()) : undefined;
    const { parts, facts, resumed, unsent } = library.row(id) ?? {};
    // Of one that goes on, parts may have been sent before.
    const isUnsent = state.status === "stopped" && !wasSent(log.getSnapshot()) && (resumed === undefined || unsent);
    // What is wrong with the answer to one part ends the take before the others.
    const isAll = isWhole(state) && (parts === undefined || parts.done === parts.count);
    keepsMore = parts !== undefined && !isAll && (recording?.facts.bytes ?? 0) < (facts?.bytes ?? 1);
    library.update(
      id,
      {
        status: state.status,
        ...(isUnsent ? { unsent: true } : {}),
        owner: undefined,
        times: timesOf(snapshot),
        httpStatus: httpStatus ?? failed?.status,
        failure: failed?.failure,
        ...(keepsMore
          ? {}
          : {
              sound: recording === undefined ? "none" : isAll ? "whole" : "partial",
              format: recording?.format,
              facts: factsOf(snapshot),
            }),
      },
      { headers, log: log.getSnapshot(), ...(parts === undefined ? { words: [...words] } : {}), error: failed?.stored },
    );
    // A take in parts keeps these until it is whole, so that it can go on.
    if (recording !== undefined && (isAll || parts === undefined)) {
      const { format, facts, blob } = recording;
      library.keepSound({ id, format, facts, blob });
    }
  }

  /** What the bytes themselves say, and how long the player found them to be where they don't. */
  function factsOf({ state, duration }: SessionSnapshot): TakePatch["facts"] {
    const facts = recordingOf(state)?.facts;
    return facts === undefined ? undefined : { ...facts, duration: facts.duration ?? duration };
  }

  return {
    log,
    /** What the network did so far. */
    network: () => network,
    /** To be told of everything that happens to the request. */
    observe(event: RequestEvent): void {
      network = after(network, event);
      log.append(event);
      if (event.type !== "headers") return;
      headers = event.headers.map(([name, value]) => [name, value]);
      httpStatus = event.status;
    },
    /** To be told of what the service says about the words. */
    noteWords(data: unknown): void {
      if (words.length < mostWords) words.push(data);
    },
    /** Follows the session until it is over. `onEnd` is called then; what is heard later is noted still. */
    follow(session: Pick<SpeechSession, "subscribe" | "getSnapshot">, onEnd: () => void): void {
      const unsubscribe = session.subscribe(note);

      function note(): void {
        const snapshot = session.getSnapshot();
        const { state, times } = snapshot;
        const changed = state.status !== last;
        const over = !isUnderWay(state);
        const isHeard = times.firstSound !== undefined;
        const isMeasured = snapshot.duration !== undefined;
        const isStalled = times.stalls.at(-1)?.until === undefined && times.stalls.length > 0;
        last = state.status;
        if (changed && state.status === "receiving") {
          library.update(id, { status: "receiving", httpStatus, times: timesOf(snapshot) }, { headers });
        } else if (changed && over) {
          noteEnd(snapshot);
          // A quick answer is whole before it is heard: what looks through it would be loaded in front of the sound.
          const begins = settledOnce(session, () => {
            const { state, times } = session.getSnapshot();
            return times.firstSound !== undefined || !isSounding(state.playback.status);
          });
          // In a task of its own: what the sound changes on the page is drawn first.
          inTime(begins, soundPatience).then(() => setTimeout(() => judgeLater(library, id)));
          onEnd();
        } else if (over && ((isHeard && !heard) || (isMeasured && !measured) || times.stalls !== stalls)) {
          // The sound of a quick answer begins behind its end, and only the player knows how long some formats are.
          library.update(id, { times: timesOf(snapshot), ...(keepsMore ? {} : { facts: factsOf(snapshot) }) });
        }
        heard = isHeard;
        measured = isMeasured;
        stalls = times.stalls;
        if (over && heard && measured && !isStalled) unsubscribe();
      }
    },
  };
}
