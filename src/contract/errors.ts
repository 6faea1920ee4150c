import * as z from "zod/mini";
import { defined } from "./defined.ts";
import { isFilled, isJsonObject, parseJson, property } from "./json.ts";

/** An error answer in one shape, whatever came (section 7: the document shows neither body nor codes). */
export interface ServiceError {
  /** What the service said, in its own words; empty when it said nothing that reads as a message. */
  readonly message: string;
  readonly type?: string;
  readonly param?: string;
  readonly code?: string;
  /** The body as it came, as text. */
  readonly raw: string;
  /** The same as bytes, where that text in UTF-8 isn't what came: another charset, or no text at all. */
  readonly bytes?: Uint8Array<ArrayBuffer>;
}

const optional = <T extends z.core.$ZodType>(schema: T) => z.catch(z.optional(schema), undefined);
const text = optional(z.string());
const word = z.union([z.string(), z.number()]);
/** Where FastAPI-like services say what a detail is about: `["body", "Speed"]`. */
const location = optional(z.array(word));
const detailSchema = z.looseObject({
  message: text,
  msg: text,
  error_description: text,
  reason: text,
  title: text,
  type: text,
  param: text,
  code: optional(word),
  loc: location,
});

/**
 * Reads an error body of any shape: `{"error": {…}}`, `{"error": "…"}`, `{"errors": …}`, `{"detail": …}`,
 * `{"message": …}`, plain text, HTML or nothing. Never throws.
 */
export function parseErrorBody(raw: string): ServiceError {
  const value = parseJson(raw);
  return value === undefined ? { message: readableText(raw), raw } : { ...readErrorDetails(value), raw };
}

/** How deep an error may be wrapped; deeper ones say nothing, so that no body can exhaust the stack. */
const deepestWrapping = 8;

/** Reads what an error says of itself from any JSON value: a body, or the `error` of a failed task. Never throws. */
export function readErrorDetails(value: unknown): Omit<ServiceError, "raw"> {
  let current = value;
  for (let depth = 0; depth < deepestWrapping; depth++) {
    if (typeof current === "string") return { message: current };
    const byField = ofFields(property(current, "errors"));
    if (byField !== undefined) return byField;
    // FastAPI-like services answer with a list of details; the first one says where to look.
    const inner: unknown = Array.isArray(current) ? current[0] : wrapped(current);
    if (inner === undefined) return detailsOf(current);
    current = inner;
  }
  return { message: "" };
}

/** Some services name the fields, and say under each what is wrong with it: `{"Speed": ["It must be a number."]}`. */
function ofFields(value: unknown): Omit<ServiceError, "raw"> | undefined {
  // A mere word may be what the error says of itself, as any is beside a message.
  const isError = saysAny(value, ["message", "msg", "detail", "error_description", "reason", "title"]);
  for (const [param, said] of isJsonObject(value) ? Object.entries(value) : []) {
    const message = sentenceIn(said);
    const isOwn = message === said && (isError || Object.hasOwn(detailSchema.shape, param));
    if (message !== "" && !isOwn) return { message, param };
  }
  return undefined;
}

/** What stands under `error`, `errors` or `detail`. A mere word or flag there says less than a `message` beside it. */
function wrapped(outer: unknown): unknown {
  const hasMessage = saysAny(outer, ["message", "error_description"]);
  for (const key of ["error", "errors", "detail"] as const) {
    const inner = property(outer, key);
    if (isFilled(inner) && (typeof inner === "object" || (typeof inner === "string" && !hasMessage))) return inner;
  }
  return undefined;
}

function saysAny(value: unknown, keys: readonly string[]): boolean {
  return keys.some((key) => sentenceIn(property(value, key)) !== "");
}

/** A sentence, or the first of several. */
function sentenceIn(value: unknown): string {
  const said: unknown = Array.isArray(value) ? value[0] : value;
  return typeof said === "string" ? said : "";
}

function detailsOf(value: unknown): Omit<ServiceError, "raw"> {
  const parsed = detailSchema.safeParse(value);
  if (!parsed.success) return { message: "" };
  const { msg, error_description, reason, title, type, code: number, loc } = parsed.data;
  const param = parsed.data.param ?? (loc?.[0] === "body" && loc.length > 1 ? loc.slice(1).join(".") : undefined);
  return {
    message: sentenceIn(property(value, "message")) || msg || error_description || reason || title || "",
    ...defined({ type, param, code: number === undefined ? undefined : String(number) }),
  };
}

/** How much of an HTML page is searched for its title, in UTF-16 units: bodies of megabytes come, too. */
const longestHead = 16_384;

/** Plain text as a message; of an HTML page its title, since its source helps nobody in a sentence. */
function readableText(raw: string): string {
  const trimmed = raw.trim();
  if (!/^<(?:!doctype|html|head|body|\?xml)/i.test(trimmed)) return trimmed.slice(0, 1_000);
  return /<title[^>]{0,200}>([^<]{1,300})/i.exec(trimmed.slice(0, longestHead))?.[1]?.trim() ?? "";
}
