import type { ProxyError } from "../errors.ts";
import type { Hold } from "../held-bytes.ts";
import { watchPace } from "../pace.ts";
import { createFrameMeter } from "./frame-meter.ts";
import type { Side } from "./socket-bridge.ts";

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
export function watchUnfinished({ connection }: Side, { hold, pause, onTooMuch, onSlow }: UnfinishedOptions): void {
  const meter = createFrameMeter();
  let length = 0;
  let pace: NodeJS.Timeout | undefined;
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
      clearInterval(pace);
      pace = undefined;
    } else {
      const refusal = hold.take(length - before);
      if (refusal !== undefined) onTooMuch(refusal);
    }
    if (length > 0) pace ??= watchPace(() => length, pause, judgePace);
  };
  // Before anybody hears of the message that these bytes make whole, and counts it as one that waits.
  connection.prependListener("data", take);
  connection.on("pause", () => {
    wasPaused = true;
  });
  connection.once("close", () => {
    clearInterval(pace);
    hold.release();
  });
}
