import type { SocketCloser } from "../contract/frame-order.ts";
import type { Frame } from "../contract/frames.ts";
import type { BodyText } from "./body-text.ts";
import type { HeaderList, SocketClose } from "./errors.ts";

/** What happens to one request, as it happens. `at` is in milliseconds on the client's clock. */
export type RequestEvent = { readonly at: number } & (
  | { readonly type: "sent"; readonly path: string; readonly body: string }
  | { readonly type: "headers"; readonly status: number; readonly headers: HeaderList }
  /** A WebSocket is open: frames go both ways from here on. */
  | { readonly type: "opened" }
  | ({ readonly type: "frame"; readonly direction: "sent" | "received" } & FrameContent)
  /** A WebSocket's end. `clean` is whether both sides took leave of each other. */
  | ({ readonly type: "closed"; readonly clean: boolean; readonly by: SocketCloser } & SocketClose)
  /**
   * A piece of the body, `bytes` long, as the browser handed it over; `start` is a copy of at most
   * {@link keptFrameBytes}.
   */
  | { readonly type: "chunk"; readonly bytes: number; readonly start: Uint8Array }
  /**
   * The body of an answer that isn't sound, such as a task object: `size` bytes long, of which at most
   * {@link keptBodyBytes} are kept.
   */
  | ({ readonly type: "body"; readonly size: number; readonly truncated: boolean } & BodyText)
  /** The answer ended as it should. `bytes` is the whole length of its audio. */
  | { readonly type: "end"; readonly bytes: number }
  | { readonly type: "failed"; readonly error: unknown }
  /** The caller did not want it any more. */
  | { readonly type: "aborted" }
);

/** What a WebSocket frame holds: its size in bytes, and its beginning. */
export type FrameContent =
  /** `text` is at most {@link keptFrameCharacters} long; `is` is what the whole frame of a service is. */
  | { readonly kind: "text"; readonly size: number; readonly text: string; readonly is?: Frame["type"] }
  /** `start` is a copy of at most {@link keptFrameBytes}, so that a kept event doesn't keep the sound. */
  | { readonly kind: "binary"; readonly size: number; readonly start: Uint8Array };

/** The most that an event keeps of a body that isn't sound, in bytes. */
export const keptBodyBytes = 64 * 1024;
/** The most that an event keeps of a text frame, in UTF-16 units. */
export const keptFrameCharacters = 64 * 1024;
/** The most that an event keeps of a binary frame or a piece of a body, in bytes. */
export const keptFrameBytes = 256;

/** An event whose moment is not known yet. */
export type UntimedEvent = Untimed<RequestEvent>;
type Untimed<Event> = Event extends unknown ? Omit<Event, "at"> : never;

/** Told of each event, in order. */
export type RequestObserver = (event: RequestEvent) => void;

/** What an event tells of a piece of a body. */
export function chunkOf(bytes: Uint8Array): Untimed<RequestEvent> & { readonly type: "chunk" } {
  return { type: "chunk", bytes: bytes.length, start: bytes.slice(0, keptFrameBytes) };
}
