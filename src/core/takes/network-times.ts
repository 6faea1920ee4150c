import type { SessionTimes } from "../../audio/session/session.ts";

/**
 * What the network did for a take, on the client's clock in milliseconds; absent until it happens. Of several requests
 * the first one's beginning counts, and the last one's end.
 */
export interface NetworkTimes {
  readonly sent: number | undefined;
  readonly headers: number | undefined;
  /** When the body's first piece came, and its last one. */
  readonly firstByte: number | undefined;
  readonly lastByte: number | undefined;
  /** Pieces in which the body came: over a WebSocket the frames of sound. */
  readonly chunks: number;
}

export const nothingYet: NetworkTimes = {
  sent: undefined,
  headers: undefined,
  firstByte: undefined,
  lastByte: undefined,
  chunks: 0,
};

/** What is read of an event, as it happens or as it was kept. */
interface NetworkEvent {
  readonly at: number;
  readonly type: string;
  readonly direction?: unknown;
  readonly kind?: unknown;
  readonly count?: unknown;
  readonly lasted?: unknown;
}

/** The times after one more event. */
export function after(times: NetworkTimes, event: NetworkEvent): NetworkTimes {
  const { at, type, direction, kind, count = 1, lasted = 0 } = event;
  if (type === "sent" || type === "headers") return { ...times, [type]: times[type] ?? at };
  if (type === "body") return { ...times, lastByte: at };
  if (type !== "chunk" && (direction !== "received" || kind !== "binary")) return times;
  return {
    ...times,
    firstByte: times.firstByte ?? at,
    lastByte: at + Number(lasted),
    chunks: times.chunks + Number(count),
  };
}

/** The times of a take of which everything is over. */
export function networkTimesOf(events: readonly NetworkEvent[]): NetworkTimes {
  return events.reduce(after, nothingYet);
}

/**
 * The first byte of an answer, by the same clock and at the same place as its last one (the player hears of it a little
 * later), and its first sound. Of a take that goes on, what is kept is read and heard before any answer is there: that
 * is neither.
 */
export function firstsOf(
  { firstAudio, firstSound }: Pick<SessionTimes, "firstAudio" | "firstSound">,
  network: NetworkTimes,
  goesOn: boolean,
): Pick<SessionTimes, "firstSound"> & { readonly firstByte: number | undefined } {
  const firstByte = network.firstByte ?? (goesOn ? undefined : firstAudio);
  const isKept = goesOn && firstSound !== undefined && firstSound < (firstByte ?? Number.POSITIVE_INFINITY);
  return { firstByte, firstSound: isKept ? undefined : firstSound };
}
