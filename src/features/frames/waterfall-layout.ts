import type { FrameRow } from "../../core/exchanges/frame-rows.ts";
import type { Figures } from "../../core/takes/figures.ts";

/** A stretch of time in milliseconds since the request was started. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** What came at once, or `count` pieces that aren't kept one by one. */
export interface Piece extends Span {
  /** Its size as a part of the largest piece. */
  readonly share: number;
  readonly count: number;
  readonly row: number;
}

/**
 * A request from the click to its last sound, as it is drawn. Everything in milliseconds since the request was started.
 */
export interface Waterfall {
  /** From the click until the request left: the take is written down meanwhile. */
  readonly preparing: Span | undefined;
  /** From the request's leaving to the answer's head, or to the open WebSocket. */
  readonly waiting: Span | undefined;
  /** From the answer's head to its end. */
  readonly answer: Span | undefined;
  /** Each piece of sound, and each answer about a task. */
  readonly pieces: readonly Piece[];
  /** What is heard, from the first sound to the last one, as it plays at its own pace without a pause. */
  readonly sound: Span | undefined;
  readonly stalls: readonly Span[];
  /** Where the drawing ends. */
  readonly end: number;
}

/**
 * Lays out what happened. What isn't known is absent; what isn't over yet ends with the last thing that is known.
 *
 * @param figures what was measured of the take.
 */
export function deriveWaterfall(rows: readonly FrameRow[], { moments, stalls, duration }: Figures): Waterfall {
  const [later, own] = [rows.filter(isLater), rows.filter((row) => !isLater(row))];
  const last = own.reduce((latest, { until }) => Math.max(latest, until), 0);
  const headAt = moments.headers ?? rows.find(({ event }) => event === "opened")?.at;
  const { sent, firstSound } = moments;
  const sounding = rows.filter(
    ({ kind, direction }) => direction === "received" && (kind === "chunk" || kind === "binary"),
  );
  const largest = sounding.reduce((most, { size = 0, count }) => Math.max(most, size / count), 1);
  const stallSpans = stalls.map(({ at, length }) => ({ from: at, until: at + (length ?? Math.max(0, last - at)) }));
  const silence = stallSpans.reduce((sum, { from, until }) => sum + until - from, 0);
  const sound =
    firstSound === undefined || duration === undefined
      ? undefined
      : { from: firstSound, until: firstSound + duration * 1_000 + silence };
  return {
    preparing: sent === undefined ? undefined : { from: 0, until: sent },
    waiting: sent === undefined ? undefined : { from: sent, until: headAt ?? last },
    answer: headAt === undefined ? undefined : { from: headAt, until: Math.max(headAt, last) },
    pieces: [
      ...sounding.map((row) => pieceOf(row, (row.size ?? 0) / row.count / largest)),
      ...later.map((row) => pieceOf(row, 0)),
    ],
    sound,
    stalls: stallSpans,
    end: Math.max(last, later.at(-1)?.at ?? 0, sound?.until ?? 0, 1),
  };
}

function pieceOf({ at, until, count, index }: FrameRow, share: number): Piece {
  return { from: at, until, share, count, row: index };
}

/** Whether a row is about a task that was made, and no part of the answer that made it. */
function isLater({ event }: FrameRow): boolean {
  return event === "poll" || event === "head" || event === "content" || event === "timestamps";
}

/** Round moments for an axis of `length` milliseconds: some four to eight of them, 0 first. */
export function axisTicks(length: number): readonly number[] {
  const rough = length / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  return Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
}
