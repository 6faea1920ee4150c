import type { ServiceError } from "../contract/errors.ts";
import type { PlaygroundCloseCode } from "../contract/playground.ts";

/** Response headers in the order in which the browser gives them, names in lower case. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** How a reply fails to be what was asked for. */
export const refusals = ["status", "empty", "not_audio", "mislabelled", "unknown_shape"] as const;
export type Refusal = (typeof refusals)[number];

/** What is known about a reply that is not what was asked for. */
export interface RefusedReply {
  readonly refusal: Refusal;
  readonly status: number;
  readonly headers: HeaderList;
  /** The body in one shape, whatever came; `raw` is the body's text, at most {@link keptErrorBytes} bytes of it. */
  readonly error: ServiceError;
  /** Whether `error.raw` is only the beginning of the body. */
  readonly truncated: boolean;
}

/** The most that is kept of a reply that is not audio, in bytes. */
export const keptErrorBytes = 64 * 1024;

/**
 * The service, or the proxy in front of it, answered with something else than what was asked for: an HTTP status that
 * is an error, or a success without audio in it. Such a reply is never played.
 */
export class SpeechRequestError extends Error implements RefusedReply {
  override readonly name = "SpeechRequestError";
  readonly refusal: Refusal;
  readonly status: number;
  readonly headers: HeaderList;
  readonly error: ServiceError;
  readonly truncated: boolean;
  /** What to name when asking the service's operators about this request. */
  readonly requestId: string | undefined;

  constructor(reply: RefusedReply) {
    super(sentenceOf(reply));
    this.refusal = reply.refusal;
    this.status = reply.status;
    this.headers = reply.headers;
    this.error = reply.error;
    this.truncated = reply.truncated;
    this.requestId = reply.headers.find(([name]) => name === "x-request-id")?.[1];
  }
}

function sentenceOf({ refusal, status, error }: RefusedReply): string {
  const said = error.message === "" ? "" : `: ${error.message}`;
  switch (refusal) {
    case "status":
      return `The service answered ${status}${said}`;
    case "empty":
      return `The service answered ${status} without any content.`;
    case "mislabelled":
      return `The service answered ${status} with sound under a header that names something else.`;
    case "not_audio":
      return `The service answered ${status} with something that is not audio${said}`;
    case "unknown_shape":
      return `The service answered ${status} with something unexpected${said}`;
  }
}

/** No answer came at all: the playground's server is gone, or the network is. */
export class ServiceUnreachableError extends Error {
  override readonly name: string = "ServiceUnreachableError";

  constructor(cause: unknown, message = "No answer came: the connection failed.") {
    super(message, { cause });
  }
}

/** An answer began, so that the service was reached, and broke off: what came of it can't be read. */
export class BrokenAnswerError extends Error {
  override readonly name = "BrokenAnswerError";
  readonly status: number;
  readonly receivedBytes: number;

  constructor(status: number, receivedBytes: number) {
    super(`The answer (HTTP ${status}) broke off after ${receivedBytes} ${receivedBytes === 1 ? "byte" : "bytes"}.`);
    this.status = status;
    this.receivedBytes = receivedBytes;
  }
}

/** Nothing was sent: there was no network, or what sends such requests couldn't be loaded. */
export class NotSentError extends ServiceUnreachableError {
  override readonly name = "NotSentError";

  constructor(cause: unknown) {
    super(cause, "Nothing was sent: no network, or a part of the page didn't load.");
  }
}

/** The connection ended before the audio did. What came before is valid and was handed on already. */
export class IncompleteAudioError extends Error {
  override readonly name = "IncompleteAudioError";
  /** The bytes of audio that came. */
  readonly receivedBytes: number;
  /** The bytes that were announced, when the reply announced a length. */
  readonly expectedBytes: number | undefined;

  constructor(receivedBytes: number, expectedBytes?: number, cause?: unknown) {
    const announced = expectedBytes === undefined ? "" : ` of ${expectedBytes}`;
    super(`The connection ended before the audio did: ${receivedBytes}${announced} bytes came.`, { cause });
    this.receivedBytes = receivedBytes;
    this.expectedBytes = expectedBytes;
  }
}

/** How a WebSocket ended, in the words of whoever ended it. */
export interface SocketClose {
  /** RFC 6455, section 7.4; 1005 means that none came, and 1006 that no close frame did. */
  readonly code: number;
  readonly reason: string;
  /** Set where the playground's server ended it: the service sent no close frame that could be passed on. */
  readonly playground?: PlaygroundCloseCode;
}

/** A WebSocket ended before its `complete` frame did (section 6). */
export class SocketClosedError extends Error implements SocketClose {
  override readonly name = "SocketClosedError";
  readonly code: number;
  readonly reason: string;
  readonly playground?: PlaygroundCloseCode;

  constructor({ code, reason, playground }: SocketClose) {
    super(`The WebSocket was closed with ${code}${reason === "" ? "" : `: ${reason}`}.`);
    this.code = code;
    this.reason = reason;
    if (playground !== undefined) this.playground = playground;
  }
}

/**
 * No WebSocket came about, so nothing was asked and nothing can have been charged. A browser hides why; `cause` is what
 * an ordinary request to the same address was told, or that it got no answer. Without a cause the service would take a
 * WebSocket: then something between the page and the playground's server doesn't let one through.
 */
export class HandshakeError extends Error {
  override readonly name = "HandshakeError";

  constructor(override readonly cause?: SpeechRequestError | ServiceUnreachableError) {
    super(cause === undefined ? "The WebSocket could not be opened." : `No WebSocket: ${cause.message}`);
  }
}

/** How the frames of a WebSocket fail to be what was asked for. */
export const frameRefusals = ["error", "empty", "not_audio"] as const;
export type FrameRefusal = (typeof frameRefusals)[number];

/** The service said over a WebSocket that it failed, or sent something that is not sound. That is never played. */
export class SpeechFrameError extends Error {
  override readonly name = "SpeechFrameError";
  readonly refusal: FrameRefusal;
  /** What it said; `raw` is the frame's text, or the first bytes read as text, at most {@link keptErrorBytes} of it. */
  readonly error: ServiceError;
  /** The bytes of audio that came before. */
  readonly receivedBytes: number;

  constructor(refusal: FrameRefusal, error: ServiceError, receivedBytes: number) {
    super(frameSentences[refusal] + (error.message === "" ? "." : `: ${error.message}`));
    this.refusal = refusal;
    this.error = { ...error, raw: error.raw.slice(0, keptErrorBytes) };
    this.receivedBytes = receivedBytes;
  }
}

const frameSentences: Readonly<Record<FrameRefusal, string>> = {
  error: "The service said that it failed",
  empty: "The service said that it was done and had sent no sound",
  not_audio: "The service sent something that is not audio",
};

/** A task ended as failed: what the service said about it (section 7). */
export class TaskFailedError extends Error {
  override readonly name = "TaskFailedError";
  /** `raw` is the task object as it came. */
  readonly error: ServiceError;

  constructor(error: ServiceError) {
    super(`The task failed${error.message === "" ? "." : `: ${error.message}`}`);
    this.error = { ...error, raw: error.raw.slice(0, keptErrorBytes) };
  }
}

/** The service knows nothing of a task that it took, whatever code it says that by (section 7 shows none). */
export class TaskGoneError extends Error {
  override readonly name = "TaskGoneError";

  constructor(override readonly cause: SpeechRequestError) {
    super(`The task is gone: ${cause.message}`);
  }
}

/** The audio of a completed task isn't there any more: artifacts expire (section 8). */
export class ContentGoneError extends Error {
  override readonly name = "ContentGoneError";

  constructor(override readonly cause: SpeechRequestError) {
    super(`The task's audio is gone: ${cause.message}`);
  }
}
