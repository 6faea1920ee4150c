import type { IncomingHttpHeaders } from "node:http";
import parseRange from "range-parser";
import { Refusal } from "../refusal.ts";

/** A file as HTTP sees it. The tag is a strong one. */
export interface Representation {
  readonly etag: string;
  /** Full seconds. */
  readonly lastModified: Date;
  readonly size: number;
}

/** What to send of a representation. */
export type Part =
  | { readonly status: 200; readonly start: number; readonly length: number }
  | { readonly status: 206; readonly start: number; readonly length: number; readonly contentRange: string }
  | { readonly status: 304 };

/**
 * Evaluates the preconditions of a request in the order of RFC 9110, section 13.2.2, then its range.
 *
 * @throws Refusal 412 when a precondition failed, 416 with `content-range` when the range lies outside.
 */
export function selectPart(method: string, headers: IncomingHttpHeaders, representation: Representation): Part {
  const { etag, size } = representation;
  if (!mayProceed(headers, representation)) {
    throw new Refusal(412, "precondition_failed", "The content is not the one that the request is about.");
  }
  if (isUnchanged(headers, representation)) return { status: 304 };
  const whole = { status: 200, start: 0, length: size } as const;
  const { range } = headers;
  // A range has a meaning for GET only, and is about bytes or means nothing to us.
  if (method !== "GET" || range === undefined || !/^bytes=/i.test(range)) return whole;
  if (!isSameAsBefore(String(headers["if-range"] ?? ""), representation)) return whole;
  const ranges = parseRange(size, withinSize(range, size), { combine: true });
  if (ranges === -1) {
    throw new Refusal(416, "range_not_satisfiable", `The range lies outside of the content's ${size} bytes.`, {
      headers: { "content-range": `bytes */${size}`, etag },
    });
  }
  const [only, ...more] = ranges === -2 ? [] : ranges;
  if (only === undefined || more.length > 0) return whole;
  const { start, end } = only;
  return { status: 206, start, length: end - start + 1, contentRange: `bytes ${start}-${end}/${size}` };
}

/** The library takes the last 900 of 500 bytes for none of them; they are all of them (RFC 9110, section 14.1.3). */
function withinSize(range: string, size: number): string {
  return range.replace(/([=,]\s*)-(\d+)/g, (suffix, before, length) =>
    Number(length) > size ? `${before}0-` : suffix,
  );
}

function mayProceed(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const match = headers["if-match"];
  if (match !== undefined) return match.trim() === "*" || tagsOf(match).includes(etag);
  const since = timeOf(headers["if-unmodified-since"]);
  return since === undefined || lastModified.getTime() <= since;
}

function isUnchanged(headers: IncomingHttpHeaders, { etag, lastModified }: Representation): boolean {
  const match = headers["if-none-match"];
  if (match !== undefined) {
    return match.trim() === "*" || tagsOf(match).some((tag) => tag === etag || tag === `W/${etag}`);
  }
  const since = timeOf(headers["if-modified-since"]);
  return since !== undefined && lastModified.getTime() <= since;
}

/** `If-Range`, by strong comparison: a weak tag never matches, a date only when it is exactly ours. */
function isSameAsBefore(condition: string, { etag, lastModified }: Representation): boolean {
  const given = condition.trim();
  if (given === "") return true;
  return given.includes('"') ? given === etag : timeOf(given) === lastModified.getTime();
}

function tagsOf(list: string): readonly string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

function timeOf(date: string | undefined): number | undefined {
  const time = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? undefined : time;
}
