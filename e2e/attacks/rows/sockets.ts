import { offer, offered, request, socketPath } from "../actions.ts";
import { canaries } from "../places.ts";
import { guarded, type Row, service } from "../row.ts";
import { closing, frame, talk } from "../socket.ts";

const hello = frame(1, '{"Text":"Hello","VoiceId":"Autumn"}');
const megabytes = 1024 * 1024;

/** Offers that aren't ones. */
const offers: readonly Row[] = [
  guarded("a WebSocket's key that is too short", offer({ "sec-websocket-key": "abc" }), "400 bad_request"),
  guarded("a WebSocket without a key", offer({ "sec-websocket-key": undefined }), "400 bad_request"),
  guarded(
    "a WebSocket with two keys",
    offer({ "sec-websocket-key": ["dGhlIHNhbXBsZSBub25jZQ==", "dGhlIHNhbXBsZSBub25jZQ=="] }),
    "400 bad_request",
  ),
  guarded("a WebSocket of another version", offer({ "sec-websocket-version": "8" }), "426 upgrade_required"),
  guarded(
    "a WebSocket with a body",
    request("GET", socketPath, { ...offered, "content-length": "2" }, "{}"),
    "400 bad_request",
  ),
  guarded("an ordinary request to a WebSocket's address", request("GET", socketPath), "426 upgrade_required", {
    asks: 1,
  }),
  guarded("a refused offer's further bytes are no request", offer({ cookie: undefined }), "401 session_required", {
    ends: true,
  }),
];

/** What breaks RFC 6455, and the code that it ends with: nothing of it reaches the service. */
const broken: readonly (readonly [name: string, frames: readonly Buffer[], code: number])[] = [
  ["a frame without a mask", [frame(1, "{}", { masked: false })], 1002],
  ["a packed frame that nobody agreed on", [frame(1, "{}", { reserved: 0x40 })], 1002],
  ["a frame with reserved bits", [frame(1, "{}", { reserved: 0x30 })], 1002],
  ["a kind of frame that isn't there", [frame(3, "{}")], 1002],
  ["a kind of control frame that isn't there", [frame(11, "")], 1002],
  ["a control frame in parts", [frame(9, "", { last: false })], 1002],
  ["a ping that is too long", [frame(9, "a".repeat(126))], 1002],
  ["a part without a beginning", [frame(0, "{}")], 1002],
  ["a message inside of another", [frame(1, "{", { last: false }), frame(1, "}")], 1002],
  ["text that is no UTF-8", [frame(1, Buffer.from([0xc3, 0x28]))], 1007],
  ["a close code that may not be sent", [closing(1005)], 1002],
  ["a close code that nobody knows", [closing(999)], 1002],
  ["half a close code", [frame(8, "a")], 1002],
  ["a reason that is no UTF-8", [closing(1000, Buffer.from([0xc3, 0x28]))], 1007],
  ["a message of 2⁶³ bytes", [frame(1, "{}", { length: 2n ** 63n })], 1009],
  ["a message of 2⁵³ bytes", [frame(1, "{}", { length: 2n ** 53n })], 1009],
  ["a message of 9 MB", [frame(1, "{}", { length: 9 * megabytes })], 1009],
  [
    "parts of 9 MB together",
    [...Array.from({ length: 9 }, (_, at) => frame(at === 0 ? 1 : 0, Buffer.alloc(megabytes, 0x20), { last: false }))],
    1009,
  ],
];

export const sockets: readonly Row[] = [
  ...offers,
  ...broken.map(([name, frames, code]) => guarded(name, talk(frames), `101 close ${code}`, { asks: 1, memory: 40 })),
  // What is still sent to a connection that has ended may take the close frame back.
  ...broken.map(([name, frames, code]) =>
    service(name, talk(frames), code === 1009 ? "101 close 1009 | 101 close 1006" : `101 close ${code}`, {
      memory: 40,
    }),
  ),
  guarded("a message goes its way", talk([hello]), "101 close 1000", { asks: 1, asksWithout: /cookie|origin/i }),
  guarded("a second message behind the first", talk([hello, hello]), "101 close 1000", { asks: 1 }),
  guarded(
    "packing is offered",
    talk([hello], { "sec-websocket-extensions": "permessage-deflate; client_max_window_bits" }),
    "101 close 1000",
    { asks: 1, lacks: /sec-websocket-extensions/i, asksWithout: /sec-websocket-extensions/i },
  ),
  guarded("a subprotocol is offered", talk([hello], { "sec-websocket-protocol": "evil" }), "101 close 1000", {
    asks: 1,
    lacks: /sec-websocket-protocol/i,
    asksWithout: /evil/i,
  }),
  guarded(
    "ten thousand pings",
    talk([...Array.from({ length: 10_000 }, () => frame(9, "a".repeat(125))), hello]),
    "101 close 1006",
    { asks: 1, memory: 40, others: 150 },
  ),
  guarded(
    "a hundred thousand empty parts",
    talk([
      frame(1, "", { last: false }),
      ...Array.from({ length: 100_000 }, () => frame(0, "", { last: false })),
      closing(1000),
    ]),
    "101 close 1000 | 101 close 1008",
    { asks: 1, memory: 40, others: 150 },
  ),
  guarded("a service's close reason that holds the key", talk([hello]), "101 close 4000", {
    asks: 1,
    lacks: /sk-canary/,
    service: { socket: (socket) => socket.once("message", () => socket.close(4000, canaries.serverKey)) },
  }),
  guarded("a service's message that holds the key", talk([hello]), "101 close 1000", {
    asks: 1,
    lacks: /sk-canary/,
    service: {
      socket: (socket) =>
        socket.once("message", () => {
          socket.send(`{"message":"${canaries.serverKey}"}`);
          socket.send(Buffer.from(canaries.serverKey));
          socket.close(1000);
        }),
    },
  }),
  guarded("a service's message of 17 MB", talk([hello]), "101 close 1011", {
    asks: 1,
    memory: 60,
    service: { socket: (socket) => socket.once("message", () => socket.send(Buffer.alloc(17 * megabytes))) },
  }),
  guarded("a service that ends without a word", talk([hello]), "101 close 1011", {
    asks: 1,
    lacks: /complete/,
    service: { socket: (socket) => socket.once("message", () => socket.terminate()) },
  }),
  guarded("a service that breaks the protocol", talk([hello]), "101 close 1011", {
    asks: 1,
    service: {
      socket: (socket) => socket.once("message", () => Reflect.get(socket, "_socket").write(Buffer.from([0xff, 0xff]))),
    },
  }),
  service("bytes instead of text", talk([frame(2, "{}")]), "101 close 1003"),
  service("no JSON", talk([frame(1, "hello")]), "101 close 1007"),
  service("a second message", talk([hello, hello]), "101 close 1008"),
  service("a message of 300 kB", talk([frame(1, "a".repeat(300_000))]), "101 close 1009"),
  service(
    "another model than the address has",
    talk([frame(1, '{"model":"cloud-tts","Text":"a","VoiceId":"Autumn"}')]),
    "101 close 1008",
  ),
];
