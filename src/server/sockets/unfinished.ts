import type { Socket } from "node:net";
import type { ProxyError } from "../errors.ts";
import type { Hold } from "../held-bytes.ts";
import { watchPace } from "../pace.ts";

interface UnfinishedOptions {
  /** What the bytes count against; released when the connection ends. */
  readonly hold: Hold;
  /** How long a message may stand still, in milliseconds. */
  readonly pause: number;
  /** Called when more has come of a message than may be held. */
  readonly onTooMuch: (refusal: ProxyError) => void;
  /** Called when a message doesn't go on, although it is read. */
  readonly onSlow: () => void;
}

/** Bounds what arrives of a message before it is whole: until then it is held, and nobody hears of it. */
export function watchUnfinished(connection: Socket, { hold, pause, onTooMuch, onSlow }: UnfinishedOptions): void {
  const meter = createFrameMeter();
  let length = 0;
  let endPace: (() => void) | undefined;
  let wasPaused = false;
  const judgePace = () => {
    if (!wasPaused) onSlow();
    wasPaused = connection.isPaused();
  };
  const take = (bytes: Buffer) => {
    const before = length;
    length = meter(bytes);
    if (length < before) {
      hold.giveBack(before - length);
      endPace?.();
      endPace = undefined;
    } else {
      const refusal = hold.take(length - before);
      if (refusal !== undefined) onTooMuch(refusal);
    }
    if (length > 0) endPace ??= watchPace(() => length, pause, judgePace);
  };
  // Before anybody hears of the message that these bytes make whole, and counts it as one that waits.
  connection.prependListener("data", take);
  connection.on("pause", () => {
    wasPaused = true;
  });
  connection.once("close", () => {
    endPace?.();
    hold.release();
  });
}

/**
 * Follows the frames of a WebSocket's one direction as their bytes arrive (RFC 6455, section 5.2), and tells after each
 * piece how many bytes of a message have come that isn't whole yet. Control frames, which may stand inside one, don't
 * count.
 */
export function createFrameMeter(): (bytes: Uint8Array) => number {
  let header: number[] = [];
  let payloadLeft = 0;
  let isData = false;
  let isFinal = false;
  let unfinished = 0;
  return (bytes) => {
    let index = 0;
    while (index < bytes.length) {
      if (payloadLeft > 0) {
        const count = Math.min(payloadLeft, bytes.length - index);
        index += count;
        payloadLeft -= count;
        if (isData) unfinished += count;
      } else {
        header.push(bytes[index++] ?? 0);
        if (header.length < headerLength(header)) continue;
        payloadLeft = payloadLength(header);
        isData = ((header[0] ?? 0) & 0x08) === 0;
        isFinal = ((header[0] ?? 0) & 0x80) !== 0;
        header = [];
      }
      if (payloadLeft === 0 && header.length === 0 && isData && isFinal) unfinished = 0;
    }
    return unfinished;
  };
}

/** How long a frame's header is, as far as its first bytes tell. */
function headerLength([, second]: readonly number[]): number {
  if (second === undefined) return 2;
  const short = second & 0x7f;
  return 2 + (short === 127 ? 8 : short === 126 ? 2 : 0) + (second & 0x80 ? 4 : 0);
}

function payloadLength([, second = 0, ...rest]: readonly number[]): number {
  const short = second & 0x7f;
  const digits = short === 127 ? 8 : short === 126 ? 2 : 0;
  return digits === 0 ? short : rest.slice(0, digits).reduce((sum, byte) => sum * 256 + byte, 0);
}
