import type { Place } from "./places.ts";
import { type Came, dial, exchange, type WireOptions } from "./wire.ts";

/** What an attacker does. */
export interface Action {
  /** For people: what is sent, shortened. */
  readonly text: string;
  run(place: Place, options: WireOptions): Promise<Came>;
}

/**
 * Header fields by name; undefined leaves out what an honest caller would send, a list sends one name several times. In
 * texts, `{host}` stands for the place's host and port, and `{caller}` for the caller's cookie or key.
 */
export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

const filled = (text: string, place: Place): string =>
  text.replaceAll("{host}", place.host).replaceAll("{caller}", Object.values(place.caller)[0] ?? "");

/** A request as an honest caller would send it, but for what is given. */
export function request(method: string, target: string, fields: Fields = {}, body: string | Buffer = ""): Action {
  const bytes = Buffer.from(body);
  const given: Fields = {
    ...(bytes.length === 0 ? {} : { "content-type": "application/json", "content-length": String(bytes.length) }),
    ...fields,
  };
  const said = Object.entries(fields).map(
    ([name, value]) => `${name}: ${value === undefined ? "none" : [value].flat().join(" and ")}`,
  );
  return {
    text: [`${method} ${target}`, ...said, ...(bytes.length === 0 ? [] : [shortened(bytes.toString())])].join(" · "),
    run: (place, options) =>
      exchange(dial(place.port), Buffer.concat([Buffer.from(headOf(place, method, target, given), "latin1"), bytes]), {
        methods: [method],
        ...options,
      }),
  };
}

/** The head of a request as an honest caller would send it, but for what is given. */
export function headOf(place: Place, method: string, target: string, fields: Fields): string {
  const own = { host: place.host, ...place.caller, ...(method === "POST" ? { origin: `http://${place.host}` } : {}) };
  const given = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]));
  const lines = Object.entries({ ...own, ...given }).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => `${name}: ${filled(each, place)}`),
  );
  return [`${method} ${filled(target, place)} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

export const get = (target: string, fields?: Fields): Action => request("GET", target, fields);
export const post = (target: string, body: string | Buffer, fields?: Fields): Action =>
  request("POST", target, fields, body);

/** The offer of a WebSocket as the page would make it, but for what is given. */
export function offer(fields: Fields = {}, target = socketPath, method = "GET"): Action {
  return request(method, target, { ...offered, ...fields });
}

export const socketPath = "/v1/audio/speech/websocket?model=streamspeech-v8";
export const offered: Fields = {
  origin: "http://{host}",
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-version": "13",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
};

/** Lines as they are, joined by CR LF. */
export function lines(...all: readonly string[]): Action {
  return raw(all.join("\r\n"));
}

/** Bytes as they are, but for what stands in braces. */
export function raw(text: string, body: Buffer = Buffer.alloc(0)): Action {
  return {
    text: shortened(text),
    run: (place, options) =>
      exchange(dial(place.port), Buffer.concat([Buffer.from(filled(text, place), "latin1"), body]), options),
  };
}

/** Something longer, in words. */
export function act(text: string, run: Action["run"]): Action {
  return { text, run };
}

/** A text for people: on one line, and not too long. */
export function shortened(text: string, longest = 240): string {
  const line = text.replace(/[^\x20-\x7e]/g, (character) => JSON.stringify(character).slice(1, -1));
  return line.length <= longest ? line : `${line.slice(0, longest)}… (${text.length} characters)`;
}
