import { decoderFor } from "../../api/body-text.ts";
import type { HeaderList } from "../../api/errors.ts";
import { judgeReply } from "../../api/reply-format.ts";
import { addedOf, type StandIn, standInOf } from "../../api/service-headers.ts";
import { defined } from "../../contract/defined.ts";
import { parseErrorBody, type ServiceError } from "../../contract/errors.ts";
import { networkTimesOf } from "../takes/network-times.ts";
import type { StoredError, TakeDetails, TakeLogEntry, TakePart, TakeRow } from "../takes/take.ts";
import type { Exchange } from "./exchanges.ts";
import { lastSent } from "./outgoing.ts";

/** An answer as it can be looked at, whether a take's or an exchange's. */
export interface Answer {
  /** HTTP status; undefined where none came. */
  readonly status: number | undefined;
  readonly headers: HeaderList;
  readonly requestId: string | undefined;
  /** Whether that is the playground's own, because the service gave none. */
  readonly requestIdAdded: boolean;
  /**
   * Set where the playground's server answered in the place of the service: with what status that had answered, if it
   * had.
   */
  readonly standIn: StandIn | undefined;
  /** Text that came: JSON or whatever it is. Undefined for sound, and where nothing came. */
  readonly text: AnswerText | undefined;
  /** The error as it was understood. */
  readonly error: TypedError | undefined;
  /** Text frames of a WebSocket, in order. */
  readonly frames: readonly { readonly direction: string; readonly text: string }[];
  /** Binary frames of a WebSocket. */
  readonly binaryFrames: number;
  /** Whether it came over a WebSocket, whose status a browser keeps to itself. */
  readonly isSocket: boolean;
  /** Whether the playground's server ended that WebSocket, because no close frame came from the service. */
  readonly endedByPlayground: boolean;
}

export interface AnswerText {
  readonly text: string;
  /** As it came, where the text in UTF-8 isn't that. */
  readonly bytes?: Uint8Array<ArrayBuffer> | undefined;
  readonly truncated: boolean;
}

/** What an error says of itself, field by field. */
export type TypedError = Partial<
  Pick<StoredError, "name" | "refusal" | "closeCode" | "closedByPlayground" | "receivedBytes" | "expectedBytes">
> &
  Pick<ServiceError, "message" | "type" | "param" | "code">;

/** What of an answer's text is read for the eye, in bytes. */
export const mostText = 4 << 20;

/** The answer to a take; of one in parts the one that came last. */
export function answerOfTake({ httpStatus, transport }: TakeRow, details: TakeDetails | undefined): Answer {
  const { headers = [], error, answer, log } = details ?? {};
  const frames = (log?.entries ?? []).filter(({ type }) => type === "frame");
  const said = deepest(error);
  // What came when a task was made stands apart from what was heard of it later.
  const raw = answer === undefined ? said?.raw : undefined;
  return {
    status: httpStatus ?? said?.status,
    ...toldBy(headers),
    text:
      raw === undefined || raw === "" ? answer : { text: raw, bytes: said?.bytes, truncated: said?.truncated === true },
    error: error === undefined ? undefined : typedError(error, said),
    frames: frames.flatMap(textFrame),
    binaryFrames: networkTimesOf(frames).chunks,
    isSocket: transport === "websocket",
    endedByPlayground: said?.closedByPlayground !== undefined,
  };
}

/** The answer to a part of a take, as far as it is known. */
export function answerOfPart(row: TakeRow, details: TakeDetails, part: TakePart): Answer {
  const { answer, error, headers, ...about } = details;
  const isLast = part === lastSent(row, details);
  // A take of an older version knows the last answer alone.
  const isOlder = details.parts?.every((each) => each.answer === undefined);
  const own = isLast || part.state !== "unsent" ? part.answer : undefined;
  const head = isLast && isOlder ? { status: row.httpStatus, headers } : own;
  const wrong = isLast && part.state !== "done" ? { answer, error } : {};
  return answerOfTake({ ...row, httpStatus: head?.status }, { ...about, ...wrong, headers: head?.headers });
}

/** The answer to an exchange, with its text where it is text. */
export async function answerOfExchange({ state }: Exchange): Promise<Answer> {
  const empty: Answer = {
    status: undefined,
    ...toldBy([]),
    text: undefined,
    error: undefined,
    frames: [],
    binaryFrames: 0,
    isSocket: false,
    endedByPlayground: false,
  };
  if (state.status === "failed")
    return { ...empty, error: { name: "ServiceUnreachableError", message: state.message } };
  if (state.status !== "answered") return empty;
  const { status, headers, body, truncated, broken } = state.answer;
  const text = await textOf(body);
  const cut = truncated || broken || body.size > mostText;
  return {
    ...empty,
    status,
    ...toldBy(headers),
    text: text === undefined ? undefined : { text, truncated: cut },
    error: status >= 400 && text !== undefined ? errorOf(parseErrorBody(text)) : undefined,
  };
}

/** The text of a body that can be one, by its type and by its bytes. */
async function textOf(body: Blob): Promise<string | undefined> {
  if (body.size === 0 || !/^$|json|text|xml|html|javascript/i.test(body.type)) return undefined;
  const bytes = new Uint8Array(await body.slice(0, mostText).arrayBuffer());
  const contentType = body.type;
  const isSound = judgeReply({ contentType, bytes, whole: true, expected: undefined }).kind === "audio";
  return isSound ? undefined : decoderFor(contentType).decode(bytes);
}

function errorOf({ message, type, param, code }: ServiceError): TypedError {
  return defined({ message, type, param, code });
}

/** The error that came from the service, which may stand inside of another. */
function deepest(error: StoredError | undefined): Omit<StoredError, "cause"> | undefined {
  return error?.raw === undefined && error?.cause !== undefined ? error.cause : error;
}

function typedError(outer: StoredError, said: Omit<StoredError, "cause"> | undefined): TypedError {
  const error = { ...outer, ...said };
  const { refusal, closeCode, closedByPlayground, receivedBytes, expectedBytes, message, type, param, code } = error;
  return defined({
    name: outer.name === error.name ? outer.name : `${outer.name}: ${error.name}`,
    ...{ message, refusal, closeCode, closedByPlayground, receivedBytes, expectedBytes, type, param, code },
  });
}

function textFrame({ kind, text, direction }: TakeLogEntry): Answer["frames"] {
  return kind === "text" && typeof text === "string" ? [{ direction: String(direction), text }] : [];
}

function toldBy(headers: HeaderList): Pick<Answer, "headers" | "requestId" | "requestIdAdded" | "standIn"> {
  return {
    headers,
    requestId: headers.find(([name]) => name === "x-request-id")?.[1],
    requestIdAdded: addedOf(headers).includes("x-request-id"),
    standIn: standInOf(headers),
  };
}
