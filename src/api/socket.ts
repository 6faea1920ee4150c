import type { AudioBytes } from "../audio/base/source.ts";
import type { SocketCloser } from "../contract/frame-order.ts";
import { type Frame, parseFrame } from "../contract/frames.ts";
import { readPlaygroundClose } from "../contract/playground.ts";
import type { SocketClose } from "./errors.ts";
import type { Report } from "./once.ts";
import { type FrameContent, keptFrameBytes, keptFrameCharacters } from "./request-events.ts";

/** What is used of a browser's WebSocket. */
export type Socket = Pick<WebSocket, "addEventListener" | "binaryType" | "close" | "removeEventListener"> & {
  readonly readyState: number;
  send(text: string): void;
};

/** Begins a WebSocket to `path` of the own origin, such as `/v1/audio/speech/websocket?model=…`. */
export type OpenSocket = (path: string) => Socket;

/** Begins one by the browser, which sends the session's cookie with it. */
export const openBrowserSocket: OpenSocket = (path) => new WebSocket(location.origin.replace(/^http/, "ws") + path);

/** What comes over a WebSocket, in its order; `closed` is the last. */
export type Arrival =
  | { readonly type: "opened" }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "binary"; readonly bytes: AudioBytes }
  | ({ readonly type: "closed"; readonly by: SocketCloser } & SocketClose);

/** What came over a WebSocket and waits to be taken. */
export interface Inbox {
  /**
   * The next arrival; undefined behind the last one once {@link end} was called. Rejects with the signal's reason, and
   * with a `RangeError` behind the last one when more came than may wait.
   */
  next(): Promise<Arrival | undefined>;
  /** Takes nothing more in. What waits can still be taken. */
  end(): void;
  /** Stops to listen, and closes the WebSocket normally, unless the other side did. */
  dispose(): void;
}

/**
 * The most that may wait to be taken, in bytes: an hour of speech at 64k. A browser's WebSocket can't be told to wait,
 * so all that is left is to give up before the page's memory is full.
 */
const mostWaitingBytes = 32 * 1024 * 1024;

/**
 * Listens to `socket` from now on and reports every frame at the moment when it comes. An abort closes the WebSocket
 * and throws away what waits.
 */
export function openInbox(socket: Socket, report: Report, signal: AbortSignal): Inbox {
  const waiting: Arrival[] = [];
  let waitingBytes = 0;
  let ending: (() => undefined) | undefined;
  let wake: (() => void) | undefined;
  let isOurClose = false;
  socket.binaryType = "arraybuffer";

  function endWith(result: () => undefined): void {
    ending ??= result;
    wake?.();
  }
  function put(arrival: Arrival): void {
    if (ending !== undefined) return;
    waiting.push(arrival);
    waitingBytes += sizeOf(arrival);
    wake?.();
    if (waitingBytes <= mostWaitingBytes) return;
    endWith(() => {
      throw new RangeError("More came over the WebSocket than the page can hold.");
    });
  }
  const close = (): void => {
    // The browser is already closing where the other side has begun to.
    isOurClose ||= socket.readyState < closing;
    socket.close(1000);
  };
  const leave = (): void => {
    waiting.length = 0;
    ending = () => {
      throw signal.reason;
    };
    wake?.();
    close();
  };
  const onOpen = (): void => {
    report({ type: "opened" });
    put({ type: "opened" });
  };
  const onMessage = ({ data }: MessageEvent<unknown>): void => {
    if (typeof data === "string") {
      report({ type: "frame", direction: "received", ...textContent(data, parseFrame(data).type) });
      put({ type: "text", text: data });
    } else if (data instanceof ArrayBuffer) {
      const bytes = new Uint8Array(data);
      report({
        type: "frame",
        direction: "received",
        kind: "binary",
        size: bytes.length,
        start: bytes.slice(0, keptFrameBytes),
      });
      put({ type: "binary", bytes });
    }
  };
  signal.addEventListener("abort", leave, { once: true });
  socket.addEventListener("open", onOpen);
  socket.addEventListener("message", onMessage);
  // Not taken away with the others: how it ended belongs to the report, and it comes once.
  socket.addEventListener(
    "close",
    ({ code, reason, wasClean }) => {
      const how = closeOf(code, reason);
      const by = closerOf(how, isOurClose);
      report({ type: "closed", ...how, clean: wasClean, by });
      put({ type: "closed", ...how, by });
    },
    { once: true },
  );

  return {
    async next() {
      while (waiting.length === 0 && ending === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const arrival = waiting.shift();
      if (arrival === undefined) return ending?.();
      waitingBytes -= sizeOf(arrival);
      return arrival;
    },
    end: () => endWith(() => undefined),
    dispose() {
      signal.removeEventListener("abort", leave);
      socket.removeEventListener("open", onOpen);
      socket.removeEventListener("message", onMessage);
      close();
    },
  };
}

/** `WebSocket.CLOSING` */
const closing = 2;

function closerOf({ code, playground }: SocketClose, isOurs: boolean): SocketCloser {
  if (isOurs) return "page";
  if (playground !== undefined) return "playground";
  return code === 1006 ? "nobody" : "service";
}

/** How a WebSocket ended, and whether the playground's server says that it was the one to end it. */
function closeOf(code: number, reason: string): SocketClose {
  const own = readPlaygroundClose(reason);
  return own === undefined ? { code, reason } : { code, reason: own.message, playground: own.error };
}

/** What a report keeps of a text frame. */
export function textContent(text: string, is?: Frame["type"]): FrameContent {
  const size = new TextEncoder().encode(text).length;
  return { kind: "text", size, text: text.slice(0, keptFrameCharacters), ...(is === undefined ? {} : { is }) };
}

function sizeOf(arrival: Arrival): number {
  if (arrival.type === "binary") return arrival.bytes.length;
  return arrival.type === "text" ? arrival.text.length * 2 : 0;
}
