import type { AudioFormat } from "../audio/base/format.ts";
import type { AudioBytes, AudioPart, AudioSource } from "../audio/base/source.ts";
import { joinBytes } from "../contract/bytes.ts";
import type { Endpoint } from "../contract/routes.ts";
import { IncompleteAudioError, SpeechRequestError } from "./errors.ts";
import { accepts, type Fetch, headersOf, keepBody, refusedReply, send } from "./http.ts";
import { answeredOnce, reportTo } from "./once.ts";
import { judgeReply } from "./reply-format.ts";
import { chunkOf, type RequestObserver } from "./request-events.ts";

/** A speech request whose answer is sound. */
export interface SpeechRequest extends AtService {
  /** Over which route it goes; an HTTP body where it isn't the WebSocket's. */
  readonly endpoint?: Endpoint;
  /** A route of the own origin, such as `/v1/audio/speech`. */
  readonly path: string;
  /** The JSON body, or the one JSON text frame; sent byte for byte. */
  readonly body: string;
  /** What the request asks for: it decides where a reply without a telling type is headerless samples. */
  readonly expected?: AudioFormat;
  readonly observe?: RequestObserver;
}

/** Which of several services a request goes to, by its name; the usual one when absent. */
export interface AtService {
  readonly service?: string | undefined;
}

/** Asks for sound that is there already, such as a task's content. */
type FetchRequest = Omit<SpeechRequest, "body" | "endpoint">;

/** What a source needs from outside. */
export interface SourceEnvironment {
  readonly fetch: Fetch;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
}

/**
 * The answer to `request` as a source of sound. Nothing is sent before the source is iterated, and nothing is sent
 * twice: a second iteration throws. Errors: `SpeechRequestError` for a reply that is not audio, and behind all of the
 * sound for one that is audio but doesn't say so; `ServiceUnreachableError` for none, `IncompleteAudioError` for one
 * that broke off.
 */
export function createSpeechSource(
  { fetch, now }: SourceEnvironment,
  request: SpeechRequest | FetchRequest,
): AudioSource {
  const report = reportTo(request.observe, now);
  return answeredOnce(report, answer);

  async function* answer(signal: AbortSignal): AsyncGenerator<AudioPart> {
    signal.throwIfAborted();
    const { path } = request;
    const body = "body" in request ? request.body : undefined;
    report({ type: "sent", path, body: body ?? "" });
    const response = await send(fetch, {
      path,
      accept: accepts.audio,
      signal,
      ...(body === undefined ? { method: "GET" } : { method: "POST", body }),
    });
    const answeredAt = report({ type: "headers", status: response.status, headers: headersOf(response) });
    const reader = response.body?.getReader();
    if (!response.ok) throw refusedReply("status", response, await keepBody(reader));
    if (reader === undefined) throw refusedReply("empty", response, await keepBody(undefined));
    try {
      yield* audioOf(response, reader, answeredAt, signal);
    } finally {
      // Also when the listener leaves in the middle: the service must not go on for nobody.
      reader.cancel().catch(() => undefined);
    }
  }

  async function* audioOf(
    response: Response,
    reader: ReadableStreamDefaultReader<AudioBytes>,
    answeredAt: number,
    signal: AbortSignal,
  ): AsyncGenerator<AudioPart> {
    const contentType = response.headers.get("content-type") ?? undefined;
    const expectedBytes = announcedLength(response);
    const undecided: AudioBytes[] = [];
    let judged = false;
    let mislabelled = false;
    let received = 0;

    for (let whole = false; !whole; ) {
      const { done, value: chunk } = await reader.read().catch((cause: unknown) => {
        signal.throwIfAborted();
        throw new IncompleteAudioError(received, expectedBytes, cause);
      });
      whole = done;
      if (chunk !== undefined) {
        received += chunk.length;
        report(chunkOf(chunk));
      }
      if (judged) {
        if (chunk !== undefined) yield { type: "audio", bytes: chunk };
        continue;
      }
      if (chunk !== undefined) undecided.push(chunk);
      if (whole && received === 0) throw refusedReply("empty", response, await keepBody(undefined));
      const bytes = joinBytes(undecided);
      const verdict = judgeReply({ contentType, bytes, whole, expected: request.expected });
      if (verdict.kind === "not_audio") throw refusedReply("not_audio", response, await keepBody(reader, undecided));
      if (verdict.kind === "undecided") continue;
      judged = true;
      mislabelled = verdict.mislabelled === true;
      yield { type: "start", format: verdict.format, answeredAt, ...(mislabelled ? { held: true } : {}) };
      yield { type: "audio", bytes };
    }
    if (expectedBytes !== undefined && received < expectedBytes) {
      throw new IncompleteAudioError(received, expectedBytes);
    }
    if (mislabelled) throw mislabelledReply(response);
    report({ type: "end", bytes: received });
    yield { type: "end" };
  }
}

/** What is wrong with an answer whose bytes are sound; they were handed on. */
function mislabelledReply(response: Response): SpeechRequestError {
  const headers = headersOf(response);
  const message = `content-type: ${response.headers.get("content-type")}`;
  return new SpeechRequestError({
    refusal: "mislabelled",
    status: response.status,
    headers,
    error: { message, raw: "" },
    truncated: false,
  });
}

/** The body's length as announced, unless it was compressed on the way and counts other bytes. */
function announcedLength(response: Response): number | undefined {
  const length = response.headers.get("content-length");
  const compressed = response.headers.has("content-encoding");
  return length === null || compressed || !/^\d+$/.test(length) ? undefined : Number(length);
}
