import type { Socket } from "node:net";
import { act, headOf, post, request } from "../actions.ts";
import type { Place } from "../places.ts";
import { guarded, type Row, visitors } from "../row.ts";
import { frame, open } from "../socket.ts";
import { type Came, dial } from "../wire.ts";

const speech = "/v1/audio/speech";
const megabytes = 1024 * 1024;
const nearly = Buffer.alloc(8 * megabytes - 1, 0x20);

/** How long is waited for a refusal that may never come, in milliseconds. */
const longestWait = 5_000;

/** A promise, and what resolves it. */
function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** Connections that an attacker keeps, ended at the end. */
async function holding<Value>(sockets: readonly Socket[], during: () => Promise<Value>): Promise<Value> {
  try {
    return await during();
  } finally {
    for (const socket of sockets) socket.destroy();
  }
}

/** Resolves when the system has taken everything, or the connection has ended. */
function sent(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((done) => {
    socket.once("close", () => done());
    socket.write(bytes, () => done());
  });
}

/** What another caller is told while this one holds bodies that never end. */
const whileHeld = (
  text: string,
  hold: (place: Place) => Promise<readonly Socket[]>,
  asked: (place: Place) => Promise<Came>,
) => act(text, async (place) => holding(await hold(place), () => asked(place)));

/** Opens so many connections, each when what the last one sends has been taken. */
async function inTurn(count: number, opened: () => Promise<Socket>): Promise<readonly Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < count) sockets.push(await opened());
  return sockets;
}

/** Resolves when one of the attacker's bodies has been refused, so that everything that is held is held by then. */
const unfinished = (count: number, body: Buffer) => async (place: Place) => {
  const { promise: refused, resolve } = withResolvers();
  const patience = setTimeout(resolve, longestWait);
  const sockets = await inTurn(count, async () => {
    const socket = dial(place.port);
    socket.once("data", resolve);
    const fields = { "content-type": "application/json", "content-length": String(8 * megabytes) };
    socket.write(headOf(place, "POST", speech, fields));
    await sent(socket, body);
    return socket;
  });
  await refused;
  clearTimeout(patience);
  return sockets;
};

const unfinishedMessages = (count: number) => (place: Place) =>
  inTurn(count, async () => {
    const socket = await open(place);
    await sent(socket, frame(1, nearly, { last: false }));
    return socket;
  });

/** How often the other one asks: what was sent is still being read at first. */
const times = 40;

/** Another caller speaks again and again; what came at last, or the first that isn't sound. */
async function neighbourSpeaks(place: Place): Promise<Came> {
  const sentence = '{"model":"streamspeech-v8","input":"Hello","voice":"Autumn"}';
  for (let time = 1; ; time++) {
    const came = await post(speech, sentence, place.neighbour).run(place, {});
    if (time === times || came.answers[0]?.status !== 200) return came;
  }
}

export const heldUp: readonly Row[] = [
  visitors(
    "another visitor speaks beside 17 bodies that never end",
    whileHeld("17 bodies of 8 MB but for their end", unfinished(17, nearly), neighbourSpeaks),
    "200",
    { asks: times, memory: 170 },
  ),
  guarded(
    "others speak beside 17 bodies that never end",
    whileHeld("17 bodies of 8 MB but for their end", unfinished(17, nearly), neighbourSpeaks),
    "200",
    { asks: times, memory: 170 },
  ),
  visitors(
    "60 messages that never end",
    whileHeld("60 messages of 8 MB but for their end", unfinishedMessages(60), neighbourSpeaks),
    "200",
    { asks: 60 + times, memory: 170 },
  ),
  guarded(
    "a body that stands still",
    request("POST", speech, { "content-type": "application/json", "content-length": "8000" }),
    "408 request_timeout",
    { ends: true, patience: 25_000, beside: true },
  ),
];
