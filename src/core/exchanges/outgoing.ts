import { accepts, requestHeaders } from "../../api/http.ts";
import type { Field } from "../../contract/by-hand.ts";
import { countCharacters } from "../../contract/characters.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import type { TakeDetails, TakePart, TakeRow } from "../takes/take.ts";
import { wasSent } from "../takes/take-log.ts";

/** A request as it leaves the page, for the eye and for the clipboard. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  /** What the page itself sends; the browser and the playground's server add theirs. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
  /** The body's length: in UTF-8, and in code points. */
  readonly bytes: number;
  readonly characters: number;
}

/** What is sent for a speech request; over a WebSocket the body is its one text frame. */
export function outgoingSpeech({ endpoint, path, body }: SpeechRequest): Outgoing {
  if (endpoint === "websocket") return { method: "GET", path, headers: [], body, ...lengthsOf(body) };
  const accept = endpoint === "tasks" ? accepts.json : accepts.audio;
  return { method: "POST", path, headers: Object.entries(requestHeaders({ accept, body })), body, ...lengthsOf(body) };
}

/** What is sent for a request by hand that isn't a take. */
export function outgoingExchange(request: {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly range?: string;
  readonly own?: { readonly fields: readonly Field[] };
}): Outgoing {
  const { method, path, body } = request;
  const own = new Map(request.own?.fields.map(([name, value]) => [name.toLowerCase(), value]));
  const headers = [...new Map([...Object.entries(requestHeaders({ accept: accepts.any, ...request })), ...own])];
  return { method, path, headers, body, ...lengthsOf(body ?? "") };
}

/** The part of a take that was sent last, to which belongs what went wrong; undefined where none was sent. */
export function lastSent(
  { status }: Pick<TakeRow, "status">,
  { parts = [], log }: Pick<TakeDetails, "parts" | "log">,
): TakePart | undefined {
  // What was refused counts as unsent, since it may be sent again.
  const isRefused = status === "failed" && wasSent(log) && !parts.some(({ state }) => state === "sent");
  const refused = isRefused ? parts.find(({ state }) => state === "unsent") : undefined;
  return refused ?? parts.findLast(({ state }) => state !== "unsent");
}

/** The lengths of a body: bytes in UTF-8, characters as code points. */
export function lengthsOf(text: string): { readonly bytes: number; readonly characters: number } {
  return { bytes: new Blob([text]).size, characters: countCharacters(text) };
}
