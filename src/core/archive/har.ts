import { keptFrameCharacters } from "../../api/request-events.ts";
import { playgroundHeaders, serviceHeaders, withheldHeaders } from "../../api/service-headers.ts";
import { isAtEndpoint } from "../../contract/routes.ts";
import { sentText } from "../../contract/snippets/code-request.ts";
import { toFrameRows } from "../exchanges/frame-rows.ts";
import { lastSent, lengthsOf, outgoingSpeech } from "../exchanges/outgoing.ts";
import { networkTimesOf } from "../takes/network-times.ts";
import { startedAt, type TakeLogEntry, type TakePart } from "../takes/take.ts";
import { toBase64 } from "./blob-sink.ts";
import { leavingTime } from "./figures.ts";
import type { LeavingTake } from "./take-files.ts";

/** Stands in an entry where its sound comes in; it is too large to go through one text. */
export const soundMark = "\u0000sound\u0000";

/** The beginning and the end of an HTTP archive (HAR 1.2), between which its entries stand. */
export function harFrame(by: string): { readonly head: string; readonly tail: string } {
  const [, name = by, version = ""] = /^(.*?)\s*([\d.]*)$/.exec(by) ?? [];
  const log = { version: "1.2", creator: { name, version }, entries: [] };
  const text = JSON.stringify({ log });
  return { head: text.slice(0, -"]}}".length), tail: "]}}" };
}

/**
 * A take as entries of an HTTP archive, in JSON: one, or one for each of its parts that was sent. The sound of those is
 * put together and is no answer of a service, so it stays out.
 *
 * @param origin where requests go whose service isn't known, such as `http://localhost:4173`.
 * @param withSound puts {@link soundMark} in the place of the sound's base64.
 */
export function harEntries(take: LeavingTake, origin: string, withSound: boolean): readonly string[] {
  const { parts } = take.details;
  if (parts === undefined) return [harEntry(take, origin, withSound)];
  return exchangesOf(take, parts).map((exchange) => harEntry(exchange, origin, false));
}

/** A take in parts as one for each part that was sent, with what is known of its request. */
function exchangesOf({ row, details }: LeavingTake, parts: readonly TakePart[]): readonly LeavingTake[] {
  const last = lastSent(row, details);
  const sent = parts.filter((part) => part.state !== "unsent" || part === last);
  const logs = logsOfRequests(details.log);
  return sent.map((part, at) => {
    // The log is of the last run, in which the last parts were sent.
    const entries = logs[logs.length - sent.length + at] ?? [];
    const began = entries[0]?.at ?? 0;
    const { headers, body } = networkStatusOf(entries);
    const bytes = toFrameRows(entries).at(-1)?.received ?? 0;
    const isDone = part.state === "done";
    const { failure, format: _, facts: __, ...rest } = row;
    const { answer, error, headers: ___, ...about } = details;
    return {
      row: {
        ...rest,
        ...(isDone ? {} : { failure }),
        ...(bytes === 0 ? {} : { facts: { bytes } }),
        // A part that was sent before the take went on left with the take.
        created: entries.length === 0 ? row.created : startedAt(row) + began,
        times: body === undefined ? {} : { ended: body - began },
        httpStatus: part.answer?.status ?? headers ?? (isDone ? 200 : error?.status),
      },
      details: {
        ...about,
        ...(isDone ? {} : { answer, error }),
        // Those of a part of an older take aren't known, and another's are none of its.
        headers: part.answer?.headers,
        request: { ...details.request, body: part.body },
        log: { entries: entries.map((entry) => ({ ...entry, at: entry.at - began })), dropped: 0 },
      },
    };
  });
}

/** What happened to each request of a log; nothing where it isn't whole. */
function logsOfRequests({ entries, dropped }: LeavingTake["details"]["log"]): readonly (readonly TakeLogEntry[])[] {
  const logs: TakeLogEntry[][] = [];
  for (const entry of dropped > 0 ? [] : entries) {
    if (entry.type === "sent") logs.push([]);
    logs.at(-1)?.push(entry);
  }
  return logs;
}

function networkStatusOf(entries: readonly TakeLogEntry[]) {
  const status = entries.find(({ type }) => type === "headers")?.["status"];
  return { headers: typeof status === "number" ? status : undefined, body: networkTimesOf(entries).lastByte };
}

/**
 * One request as an entry. The frames of a WebSocket stand under `_webSocketMessages`, as the
 * developer tools of Chromium read them. Of some only the beginning is known, and of some bodies, which `_truncated`
 * says.
 */
function harEntry({ row, details }: LeavingTake, origin: string, withSound: boolean): string {
  const { request, headers = [], log } = details;
  const isSocket = request.endpoint === "websocket";
  // What isn't documented stands in it as text: it may be another server's address.
  const path = isAtEndpoint(request) ? request.path : `/${encodeURIComponent(sentText(request.path))}`;
  const url = addressOf(row.address ?? origin, path, isSocket);
  const sent = outgoingSpeech(request);
  const network = networkTimesOf(log.entries);
  // A task goes on behind the answer by which it was made: what it is asked later is no part of that, nor how it fails.
  const ended = request.endpoint === "tasks" ? undefined : row.times.ended;
  const end = ended ?? network.lastByte ?? network.headers ?? network.sent ?? 0;
  const blocked = leavingTime(Math.max(0, network.sent ?? 0));
  const wait = leavingTime(Math.max(0, (network.headers ?? row.times.firstAudio ?? end) - blocked));
  const receive = leavingTime(Math.max(0, end - blocked - wait));
  const { bodySize, content } = bodyOf({ row, details }, withSound);
  const isAsked = !isSocket && sent.body !== undefined;
  return JSON.stringify({
    startedDateTime: new Date(row.created).toISOString(),
    time: leavingTime(blocked + wait + receive),
    request: {
      method: sent.method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: sent.headers.map(([name, value]) => ({ name, value })),
      queryString: [...new URLSearchParams(url.split("?")[1] ?? "")].map(([name, value]) => ({ name, value })),
      ...(isAsked ? { postData: { mimeType: "application/json", text: sent.body } } : {}),
      headersSize: -1,
      bodySize: isAsked ? sent.bytes : 0,
    },
    response: {
      // What never came has status 0, as in the developer tools.
      status: row.httpStatus ?? (isOpened(log.entries) ? 101 : 0),
      statusText: "",
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [...serviceHeaders(headers), ...withheldHeaders(headers)].map(([name, value]) => ({ name, value })),
      content,
      redirectURL: "",
      headersSize: -1,
      bodySize,
      ...(row.failure === undefined || details.answer !== undefined
        ? {}
        : { _error: row.failure.message || row.failure.kind }),
    },
    cache: {},
    timings: { blocked, dns: -1, connect: -1, ssl: -1, send: 0, wait, receive },
    ...(isSocket
      ? { _resourceType: "websocket", _webSocketMessages: framesOf(log.entries, row.created), ...closeOf(log.entries) }
      : {}),
    // Not the service's: archives have no place of their own for it.
    _playground: { headers: playgroundHeaders(headers).map(([name, value]) => ({ name, value })) },
    _take: row.id,
  });
}

/** What stood in the answer: of a task that is no sound, and of a WebSocket that was opened nothing. */
function bodyOf({ row, details }: LeavingTake, withSound: boolean) {
  const { headers = [], answer, error, request, log } = details;
  // Empty where the service named none: an archive says what came.
  const mimeType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? "";
  const wasOpened = isOpened(log.entries);
  const wrong = error?.raw === undefined ? error?.cause : error;
  const said = answer ?? (wrong?.raw === undefined ? undefined : { ...wrong, text: wrong.raw });
  if (said !== undefined && !wasOpened) {
    const { text, bytes, truncated } = said;
    const kept = bytes?.length ?? lengthsOf(text).bytes;
    const came = log.entries.find(({ type }) => type === "body")?.["bytes"];
    const size = typeof came === "number" ? came : kept;
    return {
      // Of what was cut it isn't known unless more is told than what is kept.
      bodySize: truncated === true && size <= kept ? -1 : size,
      content: {
        size,
        mimeType,
        ...(bytes === undefined ? { text } : { encoding: "base64", text: toBase64(bytes) }),
        ...(truncated === true ? { _truncated: true } : {}),
      },
    };
  }
  const isSpeech = request.endpoint === "speech";
  const size = isSpeech ? row.facts?.bytes : wasOpened ? 0 : undefined;
  const sound = isSpeech && row.format !== undefined && withSound ? { encoding: "base64", text: soundMark } : {};
  return { bodySize: size ?? -1, content: { size: size ?? 0, mimeType, ...sound } };
}

/** Whether a WebSocket was opened, by what is kept of it. */
function isOpened(entries: readonly TakeLogEntry[]): boolean {
  return entries.some(({ type }) => type === "opened");
}

/** What the WebSocket said, each with its moment in seconds since 1970. */
function framesOf(entries: readonly TakeLogEntry[], created: number) {
  return entries.flatMap(({ at, type, direction, kind, text, start, size, count }) => {
    if (type !== "frame") return [];
    const message = {
      type: direction === "sent" ? "send" : "receive",
      time: (created + at) / 1_000,
      // Of so many that aren't kept one by one, the size of all.
      ...(count === undefined ? {} : { _count: count }),
    };
    const whole = typeof size === "number" ? size : 0;
    const cut = { _size: whole, _truncated: true };
    if (kind === "text") {
      const data = String(text);
      // A text that is short was kept whole, even where something was taken out of it that must not leave.
      const isCut = whole > keptFrameCharacters && whole > lengthsOf(data).bytes;
      return [{ ...message, opcode: 1, data, ...(isCut ? cut : {}) }];
    }
    const bytes = start instanceof Uint8Array ? start : new Uint8Array();
    return [{ ...message, opcode: 2, data: toBase64(bytes), ...(whole > bytes.length ? cut : {}) }];
  });
}

/** How the WebSocket was closed, and whether by the playground's server; archives have no place of their own for it. */
function closeOf(entries: readonly TakeLogEntry[]) {
  const closed = entries.find(({ type }) => type === "closed");
  if (closed === undefined) return {};
  const { code, reason, playground } = closed;
  return { _webSocketClose: { code, reason, ...(playground === undefined ? {} : { byPlayground: playground }) } };
}

function addressOf(base: string, path: string, isSocket: boolean): string {
  const address = base.replace(/\/+$/, "") + path;
  return isSocket ? address.replace(/^http/i, "ws") : address;
}
