import type { SessionSnapshot } from "../../audio/session/session.ts";
import { recordingOf } from "../../audio/session/session-state.ts";
import { firstsOf, type NetworkTimes } from "./network-times.ts";
import type { Take, TakeRow } from "./take.ts";

/** The moments that are measured, in the order in which they usually come. */
export const moments = ["sent", "headers", "firstByte", "firstSound", "lastByte", "complete"] as const;
export type Moment = (typeof moments)[number];

/** A stall as it is shown: both in milliseconds, `at` since the request was started. */
export interface StallFigure {
  readonly at: number;
  /** Absent while it lasts. */
  readonly length: number | undefined;
}

/** Everything that was measured of a take, exact. What isn't known (yet) is undefined. */
export interface Figures {
  /** Milliseconds since the request was started. */
  readonly moments: Readonly<Record<Moment, number | undefined>>;
  readonly stalls: readonly StallFigure[];
  readonly bytes: number | undefined;
  /** Pieces in which the body came, or frames of sound; undefined for what didn't come from the network. */
  readonly chunks: number | undefined;
  /** Seconds. */
  readonly duration: number | undefined;
  /** Kilobits per second. */
  readonly bitrate: number | undefined;
  /** Hertz. */
  readonly sampleRate: number | undefined;
  readonly channels: number | undefined;
  /** Seconds of sound per second of waiting for all of it; undefined of a take that went on behind what was kept. */
  readonly realTime: number | undefined;
}

/** What is told with the figures of its sound. */
interface FiguresOfFormat {
  /** The short name of the format, such as `mp3`. */
  readonly format: string | undefined;
  /** Whether the sample rate in it is a guess. */
  readonly rateAssumed: boolean;
  readonly figures: Figures;
}

/**
 * Derives the figures of a session's snapshot and of what the network did for it.
 *
 * @param goesOn whether the times are those of a take that went on, and some of its sound may have been there before.
 */
export function deriveFigures(
  { state, times, duration }: SessionSnapshot,
  network: NetworkTimes,
  goesOn = false,
): Figures {
  const facts = state.status === "receiving" ? state.facts : recordingOf(state)?.facts;
  const since = (at: number | undefined): number | undefined =>
    times.started === undefined || at === undefined ? undefined : at - times.started;
  const complete = state.status === "complete" ? since(times.ended) : undefined;
  const { firstByte, firstSound } = firstsOf(times, network, goesOn);
  return {
    moments: {
      sent: since(network.sent),
      headers: since(network.headers),
      firstByte: since(firstByte),
      firstSound: since(firstSound),
      lastByte: since(network.lastByte),
      complete,
    },
    stalls: times.stalls.map(({ from, until }) => ({
      at: since(from) ?? 0,
      length: until === undefined ? undefined : until - from,
    })),
    bytes: facts?.bytes,
    chunks: network.chunks === 0 ? undefined : network.chunks,
    duration,
    bitrate: facts?.bitrate,
    sampleRate: facts?.sampleRate,
    channels: facts?.channels,
    realTime:
      goesOn || complete === undefined || complete <= 0 || duration === undefined
        ? undefined
        : (duration * 1000) / complete,
  };
}

/**
 * The figures as JSON for a report: every digit that was measured, with the request they belong to. Names carry their
 * unit.
 */
export function figuresText(
  { model, voice, voices, text, request }: Take,
  { format, rateAssumed, figures }: FiguresOfFormat,
  row?: Pick<TakeRow, "characters" | "price" | "settled" | "multiplier" | "measures" | "heard">,
) {
  const { moments: at, stalls, ...others } = figures;
  return JSON.stringify(
    {
      model: model.id,
      voice,
      voices,
      path: request.path,
      characters: row?.characters ?? Array.from(text).length,
      format,
      milliseconds: at,
      stalls: stalls.map((stall) => ({ atMilliseconds: stall.at, milliseconds: stall.length })),
      bytes: others.bytes,
      [request.endpoint === "websocket" ? "audioFrames" : "chunks"]: others.chunks,
      seconds: others.duration,
      kilobitsPerSecond: others.bitrate,
      sampleRateHertz: others.sampleRate,
      sampleRateAssumed: rateAssumed || undefined,
      channels: others.channels,
      timesRealTime: others.realTime,
      estimatedPrice: row?.price,
      priceByLength: row?.settled,
      groupMultiplier: row?.price?.kind === "money" ? row.multiplier : undefined,
      measuredOnTheSamples: row?.measures,
      heard: row?.heard,
    },
    undefined,
    2,
  );
}
