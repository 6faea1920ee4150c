import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { type ClientOptions, WebSocket } from "ws";
import type { RunningProxy } from "../proxy.fixture.ts";

export const path = "/v1/audio/speech/websocket";
export const query = "?model=streamspeech-v8";

/** A connection as the playground's page makes it. */
export function openSocket(proxy: RunningProxy, options: ClientOptions = {}, target = path + query): WebSocket {
  const headers = { origin: `http://${proxy.host}`, ...options.headers };
  const socket = new WebSocket(`ws://${proxy.host}${target}`, { ...options, headers });
  socket.on("error", () => {});
  return socket;
}

/** What came of a connection until its end. */
export interface Heard {
  readonly messages: { readonly data: Buffer; readonly isBinary: boolean }[];
  readonly code: number;
  readonly reason: string;
}

/** Listens until the connection ends. Call it in the same turn in which the connection is opened. */
export async function hear(socket: WebSocket): Promise<Heard> {
  const messages: Heard["messages"] = [];
  socket.on("message", (data, isBinary) => {
    if (Buffer.isBuffer(data)) messages.push({ data, isBinary });
  });
  return new Promise((resolve) => {
    socket.once("close", (code, reason) => resolve({ messages, code, reason: reason.toString() }));
  });
}

type Fields = Readonly<Record<string, string | undefined>>;

/** The bytes of an offer as a browser would send it, but for what is given; undefined leaves a field out. */
export function offer(proxy: RunningProxy, fields: Fields = {}, target = path + query, method = "GET"): string {
  const all: Fields = {
    Host: proxy.host,
    Origin: `http://${proxy.host}`,
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...fields,
  };
  const lines = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`]));
  return [`${method} ${target} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** Sends an offer that is to be refused, and resolves with the status and the code of the answer. */
export async function refusal(proxy: RunningProxy, bytes: string): Promise<readonly [number, string | undefined]> {
  const answer = await proxy.raw(bytes);
  return [Number(/^HTTP\/1\.1 (\d{3}) /.exec(answer)?.[1]), /"code":"([a-z_]+)"/.exec(answer)?.[1]];
}

/** A plain connection to the proxy. */
export async function dial(proxy: RunningProxy): Promise<Socket> {
  const socket = connect(proxy.port, "127.0.0.1");
  socket.on("error", () => socket.destroy());
  await once(socket, "connect");
  return socket;
}
