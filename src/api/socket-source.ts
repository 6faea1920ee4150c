import type { AudioBytes, AudioPart, AudioSource } from "../audio/base/source.ts";
import { joinBytes } from "../contract/bytes.ts";
import { parseErrorBody } from "../contract/errors.ts";
import { parseFrame } from "../contract/frames.ts";
import { readBody } from "./body-text.ts";
import {
  HandshakeError,
  IncompleteAudioError,
  keptErrorBytes,
  ServiceUnreachableError,
  SocketClosedError,
  SpeechFrameError,
} from "./errors.ts";
import { explainHandshake } from "./handshake.ts";
import { answeredOnce, reportTo } from "./once.ts";
import { judgeReply } from "./reply-format.ts";
import { type Inbox, type OpenSocket, openBrowserSocket, openInbox, type Socket, textContent } from "./socket.ts";
import type { SourceEnvironment, SpeechRequest } from "./speech-source.ts";

/** What a WebSocket source needs from outside. */
interface SocketEnvironment extends SourceEnvironment {
  /** The browser's own when absent. */
  readonly openSocket?: OpenSocket;
}

/** How long the service may take to close after `complete`, and to send what it forgot, in milliseconds. */
const farewell = 500;

/**
 * The answer to `request` over a WebSocket as a source of sound (section 6): the body goes as one text frame, binary
 * frames are the audio, and the answer is whole once `complete` has come. Frames may come in any order; types that the
 * document doesn't name are reported to the request's observer and otherwise ignored. Nothing is sent before the source
 * is iterated, and nothing is sent twice: a second iteration throws. An abort closes the WebSocket at once.
 *
 * Errors: `HandshakeError` when none opens, `SpeechFrameError` for an error frame or what isn't sound,
 * `IncompleteAudioError` when it is closed before `complete` (its cause is the `SocketClosedError`).
 */
export function createSocketSource(environment: SocketEnvironment, request: SpeechRequest): AudioSource {
  const report = reportTo(request.observe, environment.now);
  return answeredOnce(report, answer);

  async function* answer(signal: AbortSignal): AsyncGenerator<AudioPart> {
    signal.throwIfAborted();
    report({ type: "sent", path: request.path, body: request.body });
    const socket = begin();
    const inbox = openInbox(socket, report, signal);
    try {
      const first = await inbox.next();
      if (first?.type !== "opened") throw await explainHandshake(environment.fetch, request.path, signal);
      socket.send(request.body);
      report({ type: "frame", direction: "sent", ...textContent(request.body) });
      yield* audioOf(inbox);
    } finally {
      // Also when the listener leaves in the middle: the service must not go on for nobody.
      inbox.dispose();
    }
  }

  /** Some addresses can't even be tried, such as an insecure one below a secure page. */
  function begin(): Socket {
    try {
      return (environment.openSocket ?? openBrowserSocket)(request.path);
    } catch (error) {
      throw new HandshakeError(new ServiceUnreachableError(error));
    }
  }

  async function* audioOf(inbox: Inbox): AsyncGenerator<AudioPart> {
    const opening = new Opening(request);
    const early: AudioPart[] = [];
    let received = 0;
    let complete = false;
    let late: ReturnType<typeof setTimeout> | undefined;

    try {
      for (;;) {
        const arrival = await inbox.next().catch((error: unknown) => {
          throw error instanceof RangeError ? new IncompleteAudioError(received, undefined, error) : error;
        });
        if (arrival?.type === "closed" && !complete) {
          throw new IncompleteAudioError(received, undefined, new SocketClosedError(arrival));
        }
        if (arrival === undefined || arrival.type === "closed") break;
        if (arrival.type === "binary") {
          received += arrival.bytes.length;
          if (opening.isOver) yield { type: "audio", bytes: arrival.bytes };
          else yield* [...opening.push(arrival.bytes, false), ...(opening.isOver ? early.splice(0) : [])];
        } else if (arrival.type === "text") {
          const frame = parseFrame(arrival.text);
          if (frame.type === "error") throw new SpeechFrameError("error", parseErrorBody(frame.text), received);
          if (frame.type === "progress") {
            const part: AudioPart = { type: "progress", data: frame.data };
            if (opening.isOver) yield part;
            else early.push(part);
          }
          if (frame.type === "complete" && !complete) {
            complete = true;
            late = setTimeout(inbox.end, farewell);
          }
        }
      }
    } finally {
      clearTimeout(late);
    }
    if (!opening.isOver) yield* [...opening.push(new Uint8Array(), true), ...early];
    report({ type: "end", bytes: received });
    yield { type: "end" };
  }
}

/** The first bytes, until it is known whether they are sound. */
class Opening {
  readonly #request: SpeechRequest;
  readonly #undecided: AudioBytes[] = [];
  isOver = false;

  constructor(request: SpeechRequest) {
    this.#request = request;
  }

  /** The parts that can be handed on. Throws {@link SpeechFrameError} for what isn't sound. */
  push(piece: AudioBytes, whole: boolean): readonly AudioPart[] {
    this.#undecided.push(piece);
    const bytes = joinBytes(this.#undecided);
    if (whole && bytes.length === 0) throw new SpeechFrameError("empty", parseErrorBody(""), 0);
    const verdict = judgeReply({ contentType: undefined, bytes, whole, expected: this.#request.expected });
    if (verdict.kind === "undecided") return [];
    if (verdict.kind === "not_audio") {
      const kept = readBody(bytes.slice(0, keptErrorBytes), undefined);
      const beside = kept.bytes === undefined ? {} : { bytes: kept.bytes };
      throw new SpeechFrameError("not_audio", { ...parseErrorBody(kept.text), ...beside }, 0);
    }
    this.isOver = true;
    return [
      { type: "start", format: verdict.format },
      { type: "audio", bytes },
    ];
  }
}
