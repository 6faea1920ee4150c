import { playgroundHeaders, serviceHeaders, withheldHeaders } from "../../api/service-headers.ts";
import { cleanText, cleanValue, isClean } from "../../contract/clean.ts";
import { isJsonObject, property } from "../../contract/json.ts";
import { isAtEndpoint, routes, taskPath } from "../../contract/routes.ts";
import { outgoingSpeech } from "../exchanges/outgoing.ts";
import { excerptLength, isSending, leftBehind, type TakeDetails, type TakeRow } from "../takes/take.ts";
import { headerListSchema, parseDetails, parseRow } from "../takes/take-schema.ts";
import { fromBase64, toBase64 } from "./blob-sink.ts";

/** A take as it leaves: without secrets, and without what only this browser can use. */
export interface LeavingTake {
  readonly row: TakeRow;
  readonly details: TakeDetails;
}

/** The files of a take, by what they hold. The sound stands beside them. */
export const takeFiles = {
  take: "take.json",
  request: "request.json",
  answer: "answer.json",
  times: "times.json",
} as const;
export type TakeFile = keyof typeof takeFiles;

/** Prepares a take to leave. One that is under way leaves as it will be found: nobody there hears its end. */
export function leavingTake(row: TakeRow, details: TakeDetails): LeavingTake {
  const { owner: _, deleted: __, imported: ___, ...kept } = row;
  const settled: TakeRow = { ...kept, ...(isSending(row) ? { status: leftBehind(row) } : {}) };
  const { request } = details;
  const cleaned = cleanValue({ row: settled, details: withoutUncleanBytes(details) });
  if (!isAtEndpoint(request) || isAtEndpoint(cleaned.details.request)) return cleaned;
  // A model's long name in a WebSocket's address looks like a secret; only a documented address is taken in again.
  const model = new URLSearchParams(request.path.split("?")[1]).get("model") ?? "";
  const path = `${routes.websocket.path}?model=${encodeURIComponent(cleanText(model))}`;
  return { ...cleaned, details: { ...cleaned.details, request: { ...cleaned.details.request, path } } };
}

/** Bytes can't be cleaned: where a secret stands in them, the cleaned text beside them leaves alone. */
function withoutUncleanBytes(details: TakeDetails): TakeDetails {
  const { answer, error } = details;
  return {
    ...details,
    ...(answer === undefined ? {} : { answer: harmless(answer) }),
    ...(error === undefined
      ? {}
      : { error: { ...harmless(error), ...(error.cause === undefined ? {} : { cause: harmless(error.cause) }) } }),
  };
}

function harmless<Body extends { readonly bytes?: Uint8Array | undefined }>(body: Body): Body {
  if (body.bytes === undefined) return body;
  // In UTF-16 a zero stands beside each letter of a key.
  const letters = new TextDecoder("latin1").decode(body.bytes).replaceAll("\0", "");
  return isClean(letters) ? body : { ...body, bytes: undefined };
}

export function writeTake({ row, details }: LeavingTake): Readonly<Record<TakeFile, unknown>> {
  const { times, httpStatus, failure, task, ...about } = row;
  const { form, request, headers, answer, error, log, words, timestamps } = details;
  const { method, headers: sent } = outgoingSpeech(request);
  return {
    take: { ...about, createdAt: new Date(row.created).toISOString(), form },
    request: {
      ...{ method, path: request.path, headers: sent, endpoint: request.endpoint, body: request.body },
      parts: details.parts?.map(({ answer: _, ...part }) => part),
    },
    answer: {
      ...headFile(httpStatus, headers),
      // In the order of the parts of the request.
      parts: details.parts?.map(({ answer: head }) =>
        head === undefined ? {} : { ...headFile(head.status, head.headers), inspection: head.inspection },
      ),
      body: answer,
      error,
      failure,
      task,
      taskAnswer: details.task,
      words,
      timestamps,
    },
    times: { milliseconds: times, log },
  };
}

/** The head of an answer: what the service sent stands apart from what the playground's server added. */
function headFile(status: number | undefined, headers: TakeDetails["headers"]) {
  if (headers === undefined) return { status };
  return {
    status,
    headers: [...serviceHeaders(headers), ...withheldHeaders(headers)],
    playgroundHeaders: playgroundHeaders(headers),
  };
}

/**
 * Puts a take together from its files; undefined where what it can't be without is damaged. What else is undefined
 * there is missing from the take. Nothing in it is believed that could lead this page elsewhere.
 */
export function readTake(
  files: Readonly<Partial<Record<TakeFile, unknown>>>,
): { readonly row: TakeRow; readonly details: TakeDetails } | undefined {
  const { take, request, answer, times } = files;
  if (!isJsonObject(take)) return undefined;
  const row = parseRow({
    ...take,
    owner: undefined,
    deleted: undefined,
    imported: undefined,
    httpStatus: property(answer, "status"),
    failure: property(answer, "failure"),
    task: property(answer, "task"),
    times: property(times, "milliseconds") ?? {},
  });
  const details = parseDetails({
    id: take["id"],
    form: take["form"],
    request,
    parts: partsOf(request, answer),
    headers: headersOf(answer),
    answer: property(answer, "body"),
    error: property(answer, "error"),
    log: property(times, "log"),
    words: property(answer, "words"),
    task: property(answer, "taskAnswer"),
    timestamps: property(answer, "timestamps"),
  });
  if (row === undefined || details === undefined || !isTakeId(row.id) || !isMoment(row.created)) return undefined;
  return { row: safeRow(row), details: withoutGaps(details) };
}

/** The parts of the request, each with the head of its answer, where that is known. */
function partsOf(request: unknown, answer: unknown): unknown {
  const [parts, heads] = [property(request, "parts"), property(answer, "parts")];
  if (!Array.isArray(parts)) return parts;
  return parts.map((part: unknown, index) => {
    const head: unknown = Array.isArray(heads) ? heads[index] : undefined;
    return isJsonObject(part) && isJsonObject(head) ? { ...part, answer: { ...head, headers: headersOf(head) } } : part;
  });
}

/** All headers that came to the page: what was withheld stands in a header of the playground's again. */
function headersOf(answer: unknown): unknown {
  const [sent, own] = [property(answer, "headers"), property(answer, "playgroundHeaders")];
  const parsed = headerListSchema.safeParse(own);
  if (!Array.isArray(sent) || !parsed.success) return sent;
  const withheld = withheldHeaders(parsed.data).length;
  return [...sent.slice(0, sent.length - withheld), ...parsed.data];
}

/** As long as names and notes may be here, in UTF-16 units; rows are kept in memory by the thousand. */
const longest = { name: 120, note: 2_000, voice: 4_000, voices: 500, any: 50_000 } as const;

function safeRow(row: TakeRow): TakeRow {
  const { task, sound } = row;
  // An address from a file is not one that the page may ask: only the path that the service documents.
  const content = task === undefined ? undefined : taskPath("content", task.id);
  const kept = task?.content?.split("?")[0] === content ? task?.content : undefined;
  const safe = withoutGaps({
    ...row,
    name: row.name.slice(0, longest.name),
    note: row.note.slice(0, longest.note),
    voice: row.voice.slice(0, longest.voice),
    voices: row.voices?.slice(0, longest.voices).map((voice) => voice.slice(0, longest.name)),
    excerpt: row.excerpt.slice(0, excerptLength),
    ...(isSending(row) ? { status: leftBehind(row) } : {}),
    ...(task === undefined ? {} : { task: withoutGaps({ ...task, content: kept }) }),
    ...(sound === "remote" && kept === undefined ? { sound: "none" as const } : {}),
  });
  return boundedTexts(safe);
}

/** A value whose texts are cut where they are too long for any row. */
function boundedTexts<Value>(value: Value): Value;
function boundedTexts(value: unknown): unknown {
  if (typeof value === "string") return value.slice(0, longest.any);
  if (Array.isArray(value)) return value.map((inner) => boundedTexts(inner));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.slice(0, longest.name), boundedTexts(inner)]),
  );
}

function isTakeId(id: string): boolean {
  return /^[0-9a-z][0-9a-z-]{0,63}$/.test(id);
}

function isMoment(time: number): boolean {
  return Number.isFinite(time) && time >= 0 && time < 8.64e15;
}

/** Without keys whose value is undefined, as the library writes takes. */
function withoutGaps<Value extends object>(value: Value): Value;
function withoutGaps(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined));
}

const bytesKey = "$base64";

/** JSON for people and programs; bytes stand in it as `{"$base64": "…"}`. */
export function writeJson(value: unknown): string {
  return JSON.stringify(
    value,
    (_, inner: unknown) => (inner instanceof Uint8Array ? { [bytesKey]: toBase64(inner) } : inner),
    2,
  );
}

/** What {@link writeJson} wrote; undefined where it isn't JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (_, inner: unknown) => {
      const encoded = property(inner, bytesKey);
      return typeof encoded === "string" ? (fromBase64(encoded) ?? inner) : inner;
    });
  } catch {
    return undefined;
  }
}
