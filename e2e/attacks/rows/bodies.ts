import { byHandFields, byHandPath } from "../../../src/contract/by-hand.ts";
import { post, raw } from "../actions.ts";
import { canaryText } from "../places.ts";
import { embedded, guarded, type Row, service, visitors } from "../row.ts";
import { frame, talk } from "../socket.ts";

const speech = "/v1/audio/speech";
const megabytes = 1024 * 1024;

const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
const nestedObjects = (levels: number): string => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const manyKeys = (count: number): string => `{${Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",")}}`;
const manyValues = (count: number): string => `{"model":[0${",0".repeat(count - 1)}]}`;
const manyArrays = (count: number): string => `[${"[],".repeat(count)}0]`;
const sentence = (fields: object): string =>
  JSON.stringify({ model: "streamspeech-v8", input: canaryText, voice: "Autumn", ...fields });

/** What costs whoever parses it far more than it cost its sender: refused with the reason, and held up by nobody. */
const costly: readonly (readonly [name: string, body: string])[] = [
  ["5,000 levels of arrays", nested(5_000)],
  ["5,000 levels of objects", nestedObjects(5_000)],
  ["5,000 levels inside of a field", `{"model":"streamspeech-v8","input":${nested(5_000)}}`],
  ["4,000,000 levels", nested(4_000_000)],
  ["620,000 keys", manyKeys(620_000)],
  ["4,000,000 numbers", manyValues(4_000_000)],
  ["2,700,000 empty arrays", manyArrays(2_700_000)],
  ["4,000,000 levels that never end", "[".repeat(4_000_000)],
];

const bytes = { "content-type": "application/octet-stream", [byHandFields.fields]: "[]" };

export const costlyBodies: readonly Row[] = costly.flatMap(([name, body]) => [
  guarded(name, post(speech, body), "400 json_too_complex", { others: 100 }),
  service(name, post(speech, body), "400 json_too_complex", { others: 100 }),
  // By hand anything may be sent; it is passed on unread.
  guarded(`${name}, by hand`, post(byHandPath + speech, body, bytes), "200", { others: 100, asks: 1 }),
]);

export const costlyElsewhere: readonly Row[] = [
  guarded("5,000 levels as a task", post(`${speech}/tasks`, nested(5_000)), "400 json_too_complex"),
  guarded("5,000 levels for a language model", post("/v1/systemone", nested(5_000)), "400 json_too_complex"),
  service("5,000 levels as a task", post(`${speech}/tasks`, nested(5_000)), "400 json_too_complex"),
  service("5,000 levels over a WebSocket", talk([frame(1, nested(5_000))]), "101 close 1008"),
  service("100,000 levels over a WebSocket", talk([frame(1, nested(100_000))]), "101 close 1008"),
  embedded("5,000 levels through both", post(speech, nestedObjects(5_000)), "400 json_too_complex"),
];

/** Wrong in one field: 400 that names it, nothing is converted. */
const wrongFields: readonly (readonly [name: string, fields: object | string])[] = [
  ["a text that is null", { input: null }],
  ["a text in a list", { input: ["a"] }],
  ["a text in an object", { input: { toString: "a" } }],
  ["a number as a text", { input: 1 }],
  ["a text of nothing", { input: "" }],
  ["a voice that is a list", { voice: ["Autumn"] }],
  ["a speed as a text", { Speed: "1" }],
  ["a speed beyond all numbers", `{"model":"streamspeech-v8","input":"a","voice":"Autumn","Speed":1e999}`],
  ["a speed that isn't JSON", `{"model":"streamspeech-v8","input":"a","voice":"Autumn","Speed":NaN}`],
  ["both modes at once", { stream: true, speech: true }],
  ["a mode as a text", { stream: "true" }],
  ["a bitrate of another kind", { Bitrate: "9999k" }],
  ["a codec out of place", { Codec: "pcm_s16le" }],
  ["a text of 5,001 emoji", { input: "😀".repeat(5_001) }],
  ["a list in the place of a body", "[]"],
  ["a text in the place of a body", '"x"'],
  ["nothing in the place of a body", " "],
  ["half a body", '{"model":"streamspeech-v8","inp'],
  ["two bodies", "{}{}"],
  ["a byte-order mark", "\ufeff{}"],
  ["a prototype", '{"__proto__":{"model":"streamspeech-v8","input":"a","voice":"Autumn"}}'],
  ["a constructor", '{"constructor":{"prototype":{"model":"streamspeech-v8"}}}'],
];

/** Odd texts that are texts: spoken or refused, but never a fault, and one line in the log each. */
const oddTexts: readonly (readonly [name: string, input: string])[] = [
  ["half a character", "\\ud83d"],
  ["a NUL", "a\\u0000b"],
  ["line breaks for the log", 'a\\r\\n{\\"level\\":60,\\"msg\\":\\"forged\\"}'],
  ["signs that turn the writing around", "a\\u202eb\\u2066c"],
  ["SSML that names a file", "<speak><audio src='file:///etc/passwd'/>a</speak>"],
  ["a command of the engine", "[[_:h@l'oU]] \\u0001500V a"],
  ["an XML entity", "<!DOCTYPE x [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><x>&e;</x>"],
];

export const bodies: readonly Row[] = [
  ...wrongFields.map(([name, fields]) =>
    service(name, post(speech, typeof fields === "string" ? fields : sentence(fields)), "400 *"),
  ),
  ...oddTexts.map(([name, input]) =>
    service(name, post(speech, `{"model":"streamspeech-v8","input":"${input}","voice":"Autumn"}`), "200 | 400 *", {
      lacks: /root:/,
    }),
  ),
  service(
    "a text of 500,001 characters",
    post(`${speech}/tasks`, sentence({ input: "字".repeat(500_001) })),
    "400 text_too_long",
    { others: 100 },
  ),
  // Whatever is refused of it is refused at its end, so that no task is left to be spoken beside other rows.
  ...["Hello привет, my dear мир. ", "今天 we go to the park 很好。", "你あ п "].map((words) =>
    service(
      `a text of 500,000 characters in several scripts: ${words.trim()}`,
      post(`${speech}/tasks`, sentence({ input: `${words.repeat(500_000 / words.length - 1)}ⴰ` })),
      "400 language_not_supported",
      { others: 100 },
    ),
  ),
  service(
    "a text with thousands of signs between two letters of another script",
    post(`${speech}/tasks`, sentence({ input: `я${".".repeat(7_900)}я ⴰ` })),
    "400 language_not_supported",
    { others: 100 },
  ),
  service(
    "fields of other models are named in one short line of the log",
    post(
      speech,
      sentence(Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`${canaryText.slice(0, 5)}-${at}\n`, 1]))),
    ),
    "200",
  ),
  guarded(
    "a body of 8 MB that is one text",
    post(speech, sentence({ input: "a".repeat(8 * megabytes - 200) })),
    "200",
    { asks: 1, others: 100 },
  ),
  guarded(
    "a body of escapes alone",
    post(speech, `{"model":"x","input":"${"\\ud83d\\ude00".repeat(500_000)}"}`),
    "200",
    { asks: 1, others: 100 },
  ),
  guarded("a body that is too large", post(speech, "a".repeat(8 * megabytes + 1)), "413 body_too_large", {
    ends: true,
  }),
  guarded(
    "a body that is too large, in chunks",
    raw(
      `POST ${speech} HTTP/1.1\r\nHost: {host}\r\nCookie: {caller}\r\nContent-Type: application/json\r\n` +
        "Transfer-Encoding: chunked\r\n\r\n900000\r\n",
      Buffer.alloc(9 * megabytes, 0x20),
    ),
    "413 body_too_large",
    { ends: true, memory: 40 },
  ),
  service("a body that is too large", post(speech, "a".repeat(8 * megabytes + 1)), "413 body_too_large", {
    ends: true,
    memory: 40,
  }),
  visitors(
    "a form's body",
    post(speech, "model=x", { "content-type": "application/x-www-form-urlencoded" }),
    "415 unsupported_media_type",
  ),
  visitors(
    "JSON that calls itself text",
    post(speech, "{}", { "content-type": "text/plain" }),
    "415 unsupported_media_type",
  ),
  visitors(
    "JSON that calls itself nothing",
    post(speech, "{}", { "content-type": undefined }),
    "415 unsupported_media_type",
  ),
  visitors(
    "JSON that calls itself almost JSON",
    post(speech, "{}", { "content-type": "application/jsonp" }),
    "415 unsupported_media_type",
  ),
  visitors(
    "two media types",
    post(speech, "{}", { "content-type": "text/plain, application/json" }),
    "415 unsupported_media_type",
  ),
  visitors("a body that is packed", post(speech, "{}", { "content-encoding": "gzip" }), "415 unsupported_media_type"),
  service(
    "JSON that calls itself text",
    post(speech, "{}", { "content-type": "text/plain" }),
    "415 unsupported_media_type",
  ),
];
