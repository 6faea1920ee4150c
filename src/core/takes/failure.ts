import {
  BrokenAnswerError,
  ContentGoneError,
  type FrameRefusal,
  HandshakeError,
  IncompleteAudioError,
  NotSentError,
  type Refusal,
  ServiceUnreachableError,
  SocketClosedError,
  SpeechFrameError,
  SpeechRequestError,
  TaskFailedError,
  TaskGoneError,
} from "../../api/errors.ts";
import { retryAfterOf } from "../../api/retry-after.ts";
import { UnjoinableError } from "../../audio/formats/unjoinable.ts";
import { NoiseError } from "../../audio/players/recorder.ts";
import { defined } from "../../contract/defined.ts";
import type { ServiceError } from "../../contract/errors.ts";
import type { FieldDescriptor, ModelDescriptor } from "../../contract/model.ts";
import { playgroundMember } from "../../contract/playground.ts";
import type { StoredError, TakePatch } from "./take.ts";
import { InterruptedError, PartGoneError, storeError } from "./take-error.ts";

/** What went wrong, sorted by what a person can do about it. */
export type FailureKind =
  | "refused"
  | "unauthorised"
  | "payment_required"
  | "model_not_allowed"
  | "model_not_found"
  | "rate_limited"
  | "service_unreachable"
  | "no_answer"
  | "broken_answer"
  | "service_failed"
  | "proxy_unreachable"
  | "offline"
  | "proxy_refused"
  | "playground_refused"
  | "playground_failed"
  | "signed_out"
  | "websocket_blocked"
  | "not_audio"
  | "unjoinable"
  | "part_gone"
  | "mislabelled"
  | "web_page"
  | "empty_answer"
  | "nothing_came"
  | "incomplete"
  | "interrupted"
  | "task_failed"
  | "task_unfollowed"
  | "task_gone"
  | "content_gone"
  | "unknown";

/** A failed submission as a person needs it: what happened, what it may have cost, where to look. */
export interface Failure {
  readonly kind: FailureKind;
  /** In the words of whoever said it; empty when nobody said anything. */
  readonly message: string;
  /** Set where those are the words of the playground's server, not of the service. */
  readonly by?: "playground";
  readonly status?: number;
  readonly code?: string;
  /** The field as it was sent, and the field of the form that it means. */
  readonly param?: string;
  readonly field?: FieldDescriptor;
  readonly requestId?: string;
  /** Seconds to wait before asking again, when the service said so. */
  readonly retryAfter?: number;
  /** When that is over, in Unix milliseconds. */
  readonly waitUntil?: number;
  /**
   * A service that refused didn't speak; one that had begun, or was never heard of again, may charge. A failed task may
   * be `refunded`; `done`: what was to be charged has been, whatever became of the sound.
   */
  readonly cost: "none" | "possible" | "refunded" | "done";
}

/** The refusals of the proxy itself, by their code (see `ProxyErrorCode`). */
const proxyCodes: Readonly<Record<string, { readonly kind: FailureKind; readonly cost: Failure["cost"] }>> = {
  upstream_unauthorized: { kind: "unauthorised", cost: "none" },
  upstream_unreachable: { kind: "service_unreachable", cost: "none" },
  upstream_closed: { kind: "no_answer", cost: "possible" },
  upstream_timeout: { kind: "no_answer", cost: "possible" },
  upstream_invalid: { kind: "service_failed", cost: "possible" },
  upstream_redirected: { kind: "service_failed", cost: "none" },
  shutting_down: { kind: "proxy_unreachable", cost: "none" },
  overloaded: { kind: "rate_limited", cost: "none" },
  foreign_origin: { kind: "proxy_refused", cost: "none" },
  host_not_allowed: { kind: "proxy_refused", cost: "none" },
  session_required: { kind: "signed_out", cost: "none" },
};

/** When and where a failure is read. */
export interface Circumstances {
  /** Whether the browser believes that it has a network. */
  readonly onLine: boolean;
  /** Unix time in milliseconds: what a service asks one to wait counts from here. */
  readonly time: number;
}

/** Sorts whatever a session failed with. Never throws. */
export function readFailure(error: unknown, model: ModelDescriptor, circumstances: Circumstances): Failure {
  const { onLine, time } = circumstances;
  if (error instanceof SpeechRequestError) return readReply(error, model, time);
  if (error instanceof SpeechFrameError) return readFrame(error, model);
  if (error instanceof HandshakeError) {
    // Nothing was asked yet, whatever became of the handshake.
    if (error.cause !== undefined) {
      const failure = readFailure(error.cause, model, circumstances);
      return { ...failure, cost: "none" };
    }
    return { kind: "websocket_blocked", message: "", cost: "none" };
  }
  if (error instanceof IncompleteAudioError) return readBreak(error);
  if (error instanceof TaskFailedError) {
    const cost = model.refundsFailedTasks === true ? "refunded" : "possible";
    return { kind: "task_failed", cost, ...detailsOf(error.error, model), ...fieldNamedFirst(error.error, model) };
  }
  if (error instanceof TaskGoneError) {
    return { ...readReply(error.cause, model, time), kind: "task_gone", cost: "possible" };
  }
  if (error instanceof ContentGoneError) {
    return { ...readReply(error.cause, model, time), kind: "content_gone", cost: "done" };
  }
  if (error instanceof BrokenAnswerError) return { kind: "broken_answer", message: "", cost: "possible" };
  if (error instanceof NoiseError) return { kind: "not_audio", message: "", cost: "possible" };
  if (error instanceof UnjoinableError) return { kind: "unjoinable", message: "", cost: "possible" };
  if (error instanceof PartGoneError) return { kind: "part_gone", message: "", cost: "none" };
  if (error instanceof InterruptedError) return { kind: "interrupted", message: "", cost: "possible" };
  if (error instanceof ServiceUnreachableError) {
    const cost = error instanceof NotSentError ? "none" : "possible";
    return { kind: onLine ? "proxy_unreachable" : "offline", message: "", cost };
  }
  return { kind: "unknown", message: error instanceof Error ? error.message : String(error), cost: "possible" };
}

function readReply(reply: SpeechRequestError, model: ModelDescriptor, time: number): Failure {
  const { status, error, requestId, refusal } = reply;
  const pause = retryAfterOf(reply.headers, time) ?? 0;
  return {
    ...(refusal === "status"
      ? sort(status, isOfService(reply) ? undefined : error.code, isPlaygrounds(reply))
      : unsound(refusal)),
    ...(refusal === "not_audio" && isWebPage(reply) ? { kind: "web_page" } : {}),
    ...detailsOf(error, model),
    // What came tells somebody more than that nothing was understood.
    ...(refusal === "unknown_shape" && error.message === "" ? { message: error.raw.slice(0, mostQuoted) } : {}),
    ...(isPlaygrounds(reply) ? { by: "playground" } : {}),
    status,
    ...(requestId === undefined ? {} : { requestId }),
    ...(pause > 0 ? { retryAfter: Math.ceil(pause / 1_000), waitUntil: time + pause } : {}),
  };
}

/** The most characters of an answer that stand in a message. */
const mostQuoted = 300;

/**
 * Whether the playground's server answered. A stored answer to a handshake has lost its headers: then its code tells.
 */
function isPlaygrounds({ error, headers }: SpeechRequestError): boolean {
  return playgroundMember(headers) !== undefined || error.code?.startsWith("upstream_") === true;
}

/**
 * Whether a service says of itself what this server says of itself in the same words: then it isn't the visitor who
 * asks too much of this server, and this server isn't gone.
 */
function isOfService({ error, headers }: SpeechRequestError): boolean {
  return isOfEither(error.code) && !headers.some(([name]) => name === "proxy-status");
}

function isOfEither(code: string | undefined): boolean {
  return code === "overloaded" || code === "shutting_down";
}

/** A WebSocket has no status: what the service says of the error's type stands in for it. */
const frameStatuses: Readonly<Record<string, number>> = {
  invalid_request_error: 400,
  authentication_error: 401,
  permission_error: 403,
  not_found_error: 404,
  rate_limit_error: 429,
};

function readFrame({ refusal, error, receivedBytes }: SpeechFrameError, model: ModelDescriptor): Failure {
  const { type = "", code } = error;
  const status = Object.hasOwn(frameStatuses, type) ? frameStatuses[type] : undefined;
  // What stops or isn't let through here closes a WebSocket without such a frame.
  const sorted = sort(status ?? 500, isOfEither(code) ? undefined : code);
  return {
    ...(refusal === "error" ? sorted : unsound(refusal)),
    ...(receivedBytes > 0 ? { cost: "possible" } : {}),
    ...detailsOf(error, model),
  };
}

/** What came in the place of sound was to be charged as if it were. */
function unsound(refusal: Refusal | FrameRefusal): Pick<Failure, "kind" | "cost"> {
  return { kind: unsoundKinds[refusal] ?? "not_audio", cost: "possible" };
}

const unsoundKinds: Readonly<Partial<Record<Refusal | FrameRefusal, FailureKind>>> = {
  empty: "empty_answer",
  mislabelled: "mislabelled",
  unknown_shape: "task_unfollowed",
};

/** Whether what came is a page for people, as networks send one in the place of any answer until somebody logs in. */
function isWebPage({ headers }: SpeechRequestError): boolean {
  return headers.some(([name, value]) => name.toLowerCase() === "content-type" && /^\s*text\/html\b/i.test(value));
}

function readBreak({ receivedBytes, cause }: IncompleteAudioError): Failure {
  const said =
    cause instanceof SocketClosedError
      ? cause.playground === undefined
        ? { message: cause.reason, code: String(cause.code) }
        : { message: cause.reason, code: cause.playground, by: "playground" as const }
      : { message: "" };
  return { kind: receivedBytes > 0 ? "incomplete" : "nothing_came", ...said, cost: "possible" };
}

function detailsOf({ message, code, param }: ServiceError, model: ModelDescriptor) {
  const field = param === undefined ? undefined : fieldOfParam(model, param);
  return defined({ message, code, param, field });
}

/** The field that `param` of an error means, in any of its places or spellings. */
export function fieldOfParam(model: ModelDescriptor, param: string): FieldDescriptor | undefined {
  return model.fields.find((field) =>
    field.places.some(({ path }) => path.join(".") === param || path.at(-1) === param),
  );
}

/** A task's error need not say which field it means (section 2.6); a message that begins with a field's name does. */
function fieldNamedFirst({ message, param }: ServiceError, model: ModelDescriptor): Pick<Failure, "field"> {
  const field = param === undefined ? fieldOfParam(model, message.split(" ", 1)[0] ?? "") : undefined;
  return field === undefined ? {} : { field };
}

function sort(status: number, code: string | undefined, byPlayground = false): Pick<Failure, "kind" | "cost"> {
  const known = code === undefined || !Object.hasOwn(proxyCodes, code) ? undefined : proxyCodes[code];
  if (known !== undefined) return known;
  if (byPlayground && status >= 500) return { kind: "playground_failed", cost: "possible" };
  if (byPlayground && status !== 429) return { kind: "playground_refused", cost: "none" };
  if (status === 401) return { kind: "unauthorised", cost: "none" };
  if (status === 402) return { kind: "payment_required", cost: "none" };
  if (status === 403) return { kind: "model_not_allowed", cost: "none" };
  if (status === 404 && code === "model_not_found") return { kind: "model_not_found", cost: "none" };
  if (status === 429) return { kind: "rate_limited", cost: "none" };
  return status < 500 ? { kind: "refused", cost: "none" } : { kind: "service_failed", cost: "possible" };
}

/** The most characters of what somebody said about a failure that a row holds; the details hold all of it. */
export const keptMessage = 300;

/** What a take's row and details say of `error`. */
export function failureRecord(
  error: unknown,
  model: ModelDescriptor,
  circumstances: Circumstances,
): {
  readonly failure: NonNullable<TakePatch["failure"]>;
  readonly status: number | undefined;
  readonly stored: StoredError;
} {
  const { kind, message, code, param, field, cost, status } = readFailure(error, model, circumstances);
  return {
    failure: { kind, message: message.slice(0, keptMessage), code, param: param ?? field?.key, cost },
    status,
    stored: storeError(error),
  };
}
