import type { AudioBytes } from "../audio/base/source.ts";
import type { SocketCloser } from "../contract/frame-order.ts";
import { parseFrame } from "../contract/frames.ts";
import { HandshakeError, type SocketClose, SpeechRequestError } from "./errors.ts";
import { explainHandshake } from "./handshake.ts";
import type { Fetch } from "./http.ts";
import { reportTo } from "./once.ts";
import { type OpenSocket, openBrowserSocket, openInbox, type Socket } from "./socket.ts";
import type { AtService } from "./speech-source.ts";

/** What is sent over a WebSocket as soon as it is open: text frames, as they stand. */
export interface ConversationRequest extends AtService {
  /** A route of the own origin with its query. */
  readonly path: string;
  readonly frames: readonly string[];
}

/** A frame that came. `at` is in milliseconds since the WebSocket was asked for. */
export type HeardFrame = { readonly at: number } & (
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "binary"; readonly bytes: AudioBytes }
);

/** A whole conversation as it was: every frame in its order, and how it ended. */
export interface Conversation {
  readonly frames: readonly HeardFrame[];
  /** Absent where the service was silent for so long, or so long behind `complete`, that it wasn't waited for. */
  readonly close?: SocketClose & { readonly by?: SocketCloser };
  /** Milliseconds from asking for the WebSocket to its end. */
  readonly end: number;
}

interface ConversationEnvironment {
  readonly fetch: Fetch;
  readonly now: () => number;
  /** The browser's own when absent. */
  readonly openSocket?: OpenSocket;
}

/** How long a service may be silent, and how long it may take to close behind `complete`, in milliseconds. */
const [patience, farewell] = [120_000, 5_000];

/**
 * Sends frames once and keeps whatever comes until the service closes; nothing is judged, an error frame is a frame
 * too. Throws `SpeechRequestError` with the answer where no WebSocket is taken, `HandshakeError` where nobody says why,
 * and the signal's reason when the caller gave up.
 */
export async function converse(
  { fetch, now, openSocket = openBrowserSocket }: ConversationEnvironment,
  { path, frames }: ConversationRequest,
  signal: AbortSignal,
): Promise<Conversation> {
  signal.throwIfAborted();
  const begun = now();
  const socket = begin(openSocket, path);
  const inbox = openInbox(socket, reportTo(undefined, now), signal);
  const heard: HeardFrame[] = [];
  let silence = setTimeout(inbox.end, patience);
  const expect = (within: number): void => {
    clearTimeout(silence);
    silence = setTimeout(inbox.end, within);
  };
  try {
    const first = await inbox.next();
    if (first?.type !== "opened") {
      const refusal = await explainHandshake(fetch, path, signal);
      throw refusal.cause instanceof SpeechRequestError ? refusal.cause : refusal;
    }
    for (const frame of frames) socket.send(frame);
    for (;;) {
      const arrival = await inbox.next();
      const at = now() - begun;
      if (arrival === undefined) return { frames: heard, end: at };
      expect(arrival.type === "text" && parseFrame(arrival.text).type === "complete" ? farewell : patience);
      if (arrival.type === "text") heard.push({ at, kind: "text", text: arrival.text });
      if (arrival.type === "binary") heard.push({ at, kind: "binary", bytes: arrival.bytes });
      if (arrival.type === "closed") {
        const { type: _, ...close } = arrival;
        return { frames: heard, close, end: at };
      }
    }
  } finally {
    clearTimeout(silence);
    inbox.dispose();
  }
}

function begin(openSocket: OpenSocket, path: string): Socket {
  try {
    return openSocket(path);
  } catch {
    throw new HandshakeError();
  }
}
