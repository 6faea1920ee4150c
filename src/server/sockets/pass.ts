import { WebSocket } from "ws";
import type { ProxyError } from "../errors.ts";
import type { Hold } from "../held-bytes.ts";

interface PassOptions {
  /** Whoever sends is paused while more bytes than these wait for whoever reads. */
  readonly waitingBytes: number;
  /** What counts the messages until whoever reads has taken them. */
  readonly hold: Hold;
  readonly onTooMuch: (refusal: ProxyError) => void;
  readonly change: (bytes: Buffer, isBinary: boolean) => Buffer;
  readonly onTaken: () => void;
}

/** Passes messages one way. */
export function pass(from: WebSocket, to: WebSocket, options: PassOptions): void {
  const { waitingBytes, hold, onTooMuch, change, onTaken } = options;
  from.on("message", (data, isBinary) => {
    if (to.readyState !== WebSocket.OPEN || !Buffer.isBuffer(data)) return;
    const refusal = hold.take(data.length);
    if (refusal !== undefined) {
      onTooMuch(refusal);
      return;
    }
    to.send(change(data, isBinary), { binary: isBinary }, () => {
      hold.giveBack(data.length);
      if (from.isPaused && to.bufferedAmount <= waitingBytes / 2) from.resume();
      onTaken();
    });
    if (to.bufferedAmount > waitingBytes) from.pause();
  });
}
