import type { IncomingHttpHeaders } from "node:http";
import { engineField } from "../../contract/engines.ts";
import { addedFieldsName, upstreamFieldsName } from "../../contract/playground.ts";
import { noteField } from "../../contract/spoken-note.ts";
import { echoMask, secretMask } from "./mask.ts";

/** The client's fields that the service sees. Authorization, cookies and forwarding fields are never among them. */
const requestFields = [
  "accept",
  "range",
  "if-range",
  "if-match",
  "if-none-match",
  "if-modified-since",
  "if-unmodified-since",
  // Not in the document: the embedded service knows it, and a service that doesn't passes over it.
  "idempotency-key",
] as const;

/**
 * The service's fields that the page sees under their own names; of others it is told (see
 * {@link noteOfWithheldFields}).
 */
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
  // Not in the document: the embedded service tells what spoke, and what of it otherwise than it was asked for.
  engineField,
  noteField,
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
 * What is said of the fields that were added to an answer of the service: each answer has a request id, and whoever
 * checks a service must know whose it is.
 *
 * @param picked the service's fields that the page sees.
 */
export function noteOfAddedFields(picked: Readonly<Record<string, string>>): Record<string, string> {
  return "x-request-id" in picked ? {} : { [addedFieldsName]: "x-request-id" };
}

/** Fields about the connection between the proxy and the service alone. */
const hopFields = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);
/** The most characters of one withheld value, and of all that is told of them. */
const [longestValue, longestNote] = [500, 4_000];
/** Who checks a service must see what was left out, and that the service didn't. */
const cutBy = "cut by the playground";

/**
 * What is told of the service's fields that the page doesn't get under their own names: as data, since who checks a
 * service quotes them. The key is masked in them, also in part; of cookies the names alone are told.
 *
 * @param picked the service's fields that the page sees.
 */
export function noteOfWithheldFields(
  headers: IncomingHttpHeaders,
  picked: Readonly<Record<string, string>>,
  secret: string,
): Record<string, string> {
  const mask = echoMask(secret);
  const hide = (text: string) => mask.hide(Buffer.from(text, "latin1")).toString("latin1");
  const fields = Object.entries(headers).flatMap(([name, value]): readonly (readonly [string, string])[] => {
    if (name in picked || hopFields.has(name) || value === undefined) return [];
    const values = Array.isArray(value) ? value : [value];
    const shown = name === "set-cookie" ? values.map((each) => `${each.split("=", 1)[0]}=*`) : values;
    return [[hide(name), cutAt(longestValue, hide(shown.join(", ")))]];
  });
  let room = longestNote;
  const first = fields.findIndex(([name, value]) => {
    room -= name.length + value.length;
    return room < 0;
  });
  const told = first === -1 ? fields : fields.slice(0, first);
  const left = fields.length - told.length;
  const note = left === 0 ? told : [...told, ["…", `${left} more ${left === 1 ? "field" : "fields"}, ${cutBy}`]];
  // Only visible ASCII may stand in a field.
  const json = JSON.stringify(note).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return note.length === 0 ? {} : { [upstreamFieldsName]: json };
}

function cutAt(longest: number, text: string): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters, ${cutBy})`;
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
