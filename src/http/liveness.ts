import type { Socket } from "node:net";
import type { WebSocket } from "ws";

interface LivenessOptions {
  /** Milliseconds between pings. */
  readonly pingEvery: number;
  /** How long a peer may take none of the bytes that wait for it, in milliseconds; 0 when absent. */
  readonly readerSilence?: number;
  /** Called once when the peer is silent: neither an answer nor a message since the last ping. */
  readonly onSilent: () => void;
}

/** So many bytes can wait in the system in front of a slow reader, and its answer to a ping is stuck behind them. */
const bytesOfASlowReader = 64 * 1024;

/** Pings a peer until its connection ends. A connection that is paused hears no answer, so it isn't judged. */
export function watchLiveness(socket: WebSocket, connection: Socket, options: LivenessOptions): void {
  const { pingEvery, readerSilence = 0, onSilent } = options;
  const taken = (): number => connection.bytesWritten - connection.writableLength;
  let heard = performance.now();
  let takenWhenHeard = taken();
  let takenLast = takenWhenHeard;
  let pinged = false;
  const hear = (): void => {
    heard = performance.now();
    takenWhenHeard = taken();
    pinged = false;
  };
  for (const event of ["pong", "ping", "message"] as const) socket.on(event, hear);
  const timer = setInterval(() => {
    if (socket.isPaused) {
      hear();
      return;
    }
    const progress = taken() > takenLast;
    takenLast = taken();
    if (progress) heard = performance.now();
    const isSlowReader = connection.writableLength > 0 || takenLast - takenWhenHeard >= bytesOfASlowReader;
    if (!progress && pinged && (!isSlowReader || performance.now() - heard > readerSilence)) {
      clearInterval(timer);
      onSilent();
      return;
    }
    pinged = true;
    // A ping that can't leave is no question that anyone could answer.
    if (connection.writableLength === 0) {
      socket.ping();
      takenLast = connection.bytesWritten;
    }
  }, pingEvery);
  socket.once("close", () => clearInterval(timer));
}
