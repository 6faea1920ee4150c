import type { Piece, Stretch } from "../sound-sink.ts";
import type { LineReport, LineRequest } from "./messages.ts";

/**
 * Makes stretches of sound that begin with the next block that is made, and whose samples lie exactly behind one
 * another.
 */
export interface WorkletOutput {
  /** Undefined when it is broken. */
  open(): Stretch | undefined;
  /** Nothing more is opened. What sounds goes on to its end. */
  close(): void;
}

/** What is needed of a MessagePort. */
export interface LinePort {
  postMessage(request: LineRequest, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<LineReport>) => void) | null;
  close(): void;
}

interface WorkletOutputOptions {
  /** The way to the mixer. */
  readonly port: LinePort;
  readonly clock: { readonly sampleRate: number; readonly currentTime: number };
  /** Fires `processorerror` when the mixer fails, which ends it. */
  readonly broken: EventTarget;
  /** The line is closed and silent: nothing needs to be connected to it any more. */
  readonly onClosed: () => void;
}

/** How far a beginning lies ahead while it isn't known yet, in seconds. */
const usualDelay = 0.01;

/** What a stretch hears from the mixer. */
interface Listener {
  began(frame: number): void;
  /** Without a number nobody can tell any more how much it has sounded. */
  over(frames: number | undefined): void;
}

/** The page's side of a line, to a mixer at the other end of `port`. */
export function createWorkletOutput({ port, broken, clock, onClosed }: WorkletOutputOptions): WorkletOutput {
  const { sampleRate } = clock;
  const stretches = new Map<number, Listener>();
  let last = 0;
  let isBroken = false;

  function finish(): void {
    port.close();
    onClosed();
  }

  broken.addEventListener("processorerror", () => {
    isBroken = true;
    for (const { over } of stretches.values()) over(undefined);
    stretches.clear();
    finish();
  });

  port.onmessage = ({ data }: MessageEvent<LineReport>) => {
    if (data.type === "began") stretches.get(data.stretch)?.began(data.frame);
    else if (data.type === "over") {
      stretches.get(data.stretch)?.over(data.frames);
      stretches.delete(data.stretch);
    } else finish();
  };

  function send(request: LineRequest): void {
    port.postMessage(request, []);
  }

  function sendPiece(request: LineRequest, { sure, tail }: Piece): void {
    port.postMessage(
      request,
      [...sure, ...tail].map(({ buffer }) => buffer),
    );
  }

  return {
    open() {
      if (isBroken) return undefined;
      last += 1;
      const stretch = last;
      let begun: number | undefined;
      let soonest = 0;
      let end = Number.POSITIVE_INFINITY;
      return {
        get time() {
          return begun ?? Math.max(soonest, clock.currentTime + usualDelay);
        },
        get end() {
          return end;
        },
        begin(piece, earliest, fadeIn) {
          soonest = earliest;
          stretches.set(stretch, {
            began(frame) {
              begun = frame / sampleRate;
            },
            over(frames) {
              const sounded = begun === undefined ? 0 : Math.round((clock.currentTime - begun) * sampleRate);
              end = frames ?? Math.max(0, sounded);
            },
          });
          const frames = { earliest: Math.round(earliest * sampleRate), fadeIn: Math.round(fadeIn * sampleRate) };
          sendPiece({ type: "begin", stretch, piece, ...frames }, piece);
        },
        put: (piece, frame) => sendPiece({ type: "put", stretch, piece, frame }, piece),
        fadeOut: (from, to) => send({ type: "fadeOut", stretch, from, to }),
        cancel: () => send({ type: "cancel", stretch }),
      };
    },
    close: () => send({ type: "close" }),
  };
}
