import type { IncomingHttpHeaders } from "node:http";
import { addedFieldsName } from "../../contract/playground.ts";
import { secretMask } from "./mask.ts";

/** The client's fields that the service sees. Authorization, cookies and forwarding fields are never among them. */
const requestFields = ["accept", "range", "if-range", "if-none-match", "if-modified-since"] as const;

/** The service's fields that the page sees; the page says that others are withheld. */
const answerFields = new Set([
  "content-type",
  "content-length",
  "content-range",
  "content-disposition",
  "content-encoding",
  "content-language",
  "accept-ranges",
  "etag",
  "last-modified",
  "retry-after",
  "retry-after-ms",
  "x-should-retry",
  "x-request-id",
]);
const answerPrefix = "x-ratelimit-";

/** Picks the client's fields that are forwarded; those that its `Connection` field names are for one hop only. */
export function forwardedRequestHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const hop = connectionNames(headers.connection);
  const picked: Record<string, string> = {};
  for (const name of requestFields) {
    const value = headers[name];
    if (typeof value === "string" && !hop.has(name) && isFieldValue(value)) picked[name] = value;
  }
  return picked;
}

/** A content type as services send it, which is no part of a key, however ordinary the key's words are. */
const ordinaryType = /^(?:application\/(?:json|octet-stream)|(?:audio|text)\/[a-z0-9-]{1,7})(?:; ?charset=utf-8)?$/i;

/** Picks the service's fields that the page sees; a value that holds the key, or a part of it, is dropped. */
export function forwardedAnswerHeaders(headers: IncomingHttpHeaders, secret: string): Record<string, string> {
  const hop = connectionNames(headers.connection);
  const mask = secretMask(secret);
  const picked: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (!(answerFields.has(name) || name.startsWith(answerPrefix)) || hop.has(name)) continue;
    // A service may call these what it likes.
    const ownName = answerFields.has(name) ? "" : name.slice(answerPrefix.length);
    const text = Array.isArray(value) ? value.join(", ") : value;
    if (text === undefined || !isFieldValue(text) || mask.isIn(ownName)) continue;
    if ((name === "content-type" && ordinaryType.test(text)) || !mask.isIn(text)) picked[name] = text;
  }
  return picked;
}

/**
 * What is said of the fields that were added to an answer of the service: each answer has a request id, and whoever checks
 * a service must know whose it is.
 *
 * @param picked the service's fields that the page sees.
 */
export function noteOfAddedFields(picked: Readonly<Record<string, string>>): Record<string, string> {
  return "x-request-id" in picked ? {} : { [addedFieldsName]: "x-request-id" };
}

function connectionNames(field: string | string[] | undefined): ReadonlySet<string> {
  if (field === undefined) return new Set();
  return new Set(
    String(field)
      .split(",")
      .map((name) => name.trim().toLowerCase()),
  );
}

function isFieldValue(value: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}
