import type { HeardFrame } from "../../src/api/conversation.ts";
import { joinBytes } from "../../src/audio/bytes.ts";
import { wavHeader } from "../../src/audio/wav.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import {
  type Bytes,
  both,
  eachTime,
  type Operation,
  onBinaryFrames,
  onFrames,
  onHttp,
  onJson,
  onSocket,
  onSound,
  onTimes,
  replaced,
  textBytes,
  typed,
  withBytes,
  withHeader,
  withStatus,
} from "./operations.ts";
import { any, type Place, places, type SoundPlace, sent, sounds, where } from "./places.ts";
import type { Answered, Asked, Recorded } from "./recording.ts";

/** One way in which a service is wrong: everywhere where it can be, and nowhere else. */
export interface Mutation {
  readonly name: string;
  readonly place: Place;
  /** The answers in the place of those that a right service gave to one request. */
  readonly distort: (answered: Answered, found: Found) => readonly Recorded[];
  /** The beginnings of the ids of the checks that claim to see it: one of them must fail. */
  readonly claims: readonly [string, ...string[]];
  /** Why no check sees it, where none does. */
  readonly unseen?: string;
}

/** What the right service answered to other requests, and sounds that nobody asked for. */
export interface Found {
  readonly other: (isMeant: (asked: Asked) => boolean) => Recorded | undefined;
  readonly sounds: OtherSounds;
}

export interface OtherSounds {
  readonly mp3: Bytes;
  /** Two seconds of nothing. */
  readonly silentMp3: Bytes;
  readonly silentWav: Bytes;
  readonly noiseMp3: Bytes;
  readonly wav: Bytes;
}

function mutation(name: string, place: Place, operation: Operation, ...claims: [string, ...string[]]): Mutation {
  return { name, place, distort: ({ answers }) => answers.map(operation), claims };
}

function unseen(mutated: Mutation, reason: string): Mutation {
  return { ...mutated, unseen: reason };
}

/** Another request's answer in the place of its own. */
function swapped(
  name: string,
  place: Place,
  isOther: (asked: Asked, mine: Asked) => boolean,
  ...claims: [string, ...string[]]
): Mutation {
  return {
    name,
    place,
    distort({ asked, answers }, { other }) {
      const found = other((each) => isOther(each, asked));
      return found === undefined ? answers : [found];
    },
    claims,
  };
}

/** What of the suite claims to hear each kind of sound. */
const hearing: Readonly<Record<SoundPlace, readonly [string, ...string[]]>> = {
  "Model A": ["2.1/a-", "2.2/a-"],
  "Model B, speech": ["2.3/b-speech"],
  "Model B, stream": ["2.3/b-stream"],
  "Model B, PCM": ["2.3/b-codec-pcm"],
  "Model B, mu-law": ["2.3/b-codec-mulaw"],
  "Model C": ["2.4/c-wav", "2.4/c-format"],
  "a task's content": ["4/content"],
  "the WebSocket": ["6/order"],
};

const isPcm = (place: SoundPlace) => place === "Model B, PCM" || place === "Model B, mu-law";
const overHttp = (place: SoundPlace) => place !== "the WebSocket";
const json = textBytes('{"usage":{"characters":29}}');
const html = textBytes("<!doctype html><html><head><title>Bad gateway</title></head></html>");

/** What is done to sound, with the places where it can be done. */
const onSounds: readonly {
  readonly name: string;
  readonly operation: (place: SoundPlace, found: OtherSounds) => Operation;
  readonly at?: (place: SoundPlace) => boolean;
  readonly unseen?: (place: SoundPlace) => string | undefined;
}[] = [
  { name: "cut to half", operation: () => onSound((bytes) => bytes.slice(0, (bytes.length >> 2) << 1)) },
  { name: "said twice", operation: () => onSound((bytes) => joinBytes([bytes, bytes])) },
  { name: "followed by JSON", operation: () => onSound((bytes) => joinBytes([bytes, json])) },
  {
    name: "silent",
    operation: (place, { silentMp3, silentWav }) =>
      onSound((bytes) =>
        place === "Model B, PCM"
          ? new Uint8Array(bytes.length)
          : place === "Model B, mu-law"
            ? new Uint8Array(bytes.length).fill(0xff)
            : isWav(bytes)
              ? silentWav
              : silentMp3,
      ),
  },
  {
    name: "noise",
    operation: (_, { noiseMp3 }) => onSound(() => noiseMp3),
    at: (place) => !isPcm(place) && place !== "Model C",
  },
  {
    name: "of another codec",
    operation: (_, { mp3, wav }) => onSound((bytes) => (isWav(bytes) ? mp3 : wav)),
  },
  { name: "nothing", operation: () => onSound(() => new Uint8Array()) },
  {
    name: "called another codec",
    operation: (place) => onHttp((http) => typed(isPcm(place) || isWav(http.bytes) ? "audio/mpeg" : "audio/wav")(http)),
    at: overHttp,
  },
  { name: "called text", operation: () => typed("text/plain"), at: overHttp },
  { name: "in place of which there is a page", operation: () => replaced(html, "text/html"), at: overHttp },
  {
    name: "in place of which there is an error with 200",
    operation: () => replaced(textBytes('{"error":{"message":"Oops."}}'), "application/json"),
    at: overHttp,
  },
  { name: "answered with 202", operation: () => withStatus(202), at: overHttp },
  { name: "refused with 500", operation: () => withStatus(500), at: overHttp },
  {
    name: "of another length than the text",
    operation: () => onSound((bytes) => (isWav(bytes) ? shortened(bytes) : bytes.slice(0, (bytes.length >> 3) << 1))),
  },
];

function isWav(bytes: Bytes): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, 4)) === "RIFF";
}

/** The first quarter of a WAV, with a header that says so. */
function shortened(bytes: Bytes): Bytes {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [channels, sampleRate] = [view.getUint16(22, true), view.getUint32(24, true)];
  const samples = bytes.slice(44, 44 + ((bytes.length >> 3) << 1));
  return joinBytes([wavHeader({ codec: "pcm_s16le", sampleRate, channels }, samples.length), samples]);
}

function soundMutations(found: OtherSounds): readonly Mutation[] {
  return onSounds.flatMap(({ name, operation, at = () => true, unseen: why = () => undefined }) =>
    soundPlaces.filter(at).map((place): Mutation => {
      const mutated = mutation(`sound ${name}: ${place}`, sounds[place], operation(place, found), ...hearing[place]);
      const reason = why(place);
      return reason === undefined ? mutated : unseen(mutated, reason);
    }),
  );
}

const soundPlaces: readonly SoundPlace[] = [
  "Model A",
  "Model B, speech",
  "Model B, stream",
  "Model B, PCM",
  "Model B, mu-law",
  "Model C",
  "a task's content",
  "the WebSocket",
];

const list = (body: JsonObject): readonly JsonObject[] => (Array.isArray(body["data"]) ? body["data"] : []);
const entries = (change: (entry: JsonObject, at: number) => object) =>
  onJson((body) => ({ ...body, data: list(body).map(change) }));

const modelMutations: readonly Mutation[] = [
  ["models without ids", entries(({ id: _, ...rest }) => rest)],
  ["one model without an id", entries(({ id, ...rest }, at) => (at === 1 ? rest : { id, ...rest }))],
  ["models with numeric ids", entries((entry, at) => ({ ...entry, id: at + 1 }))],
  ["models with empty ids", entries((entry) => ({ ...entry, id: "" }))],
  ["models that are no models", entries((entry) => ({ ...entry, object: "engine" }))],
  ["a list that is none", onJson((body) => ({ ...body, object: "models" }))],
  ["models under other names", onJson((body) => ({ object: "list", data: { all: body["data"] } }))],
  ["a bare list of models", onHttp((http) => withBytes(http, textBytes('[{"id":"cloud-tts","object":"model"}]')))],
  ["a page in place of the models", replaced(html, "text/html")],
  ["no models for a failure", withStatus(500)],
].map(([name, operation]) => mutation(String(name), places.models, operation as Operation, "2.7/model-list"));

const field = (name: string, value: unknown) => onJson((body) => ({ ...body, [name]: value }));

const madeMutations: readonly Mutation[] = [
  mutation(
    "task: id without task_",
    places.made,
    onJson((body) => ({ ...body, id: String(body["id"]).slice(5) })),
    "2.6/task-object",
  ),
  mutation("task: id a number", places.made, field("id", 4_711), "2.6/task-object"),
  mutation(
    "task: without id",
    places.made,
    onJson(({ id: _, ...rest }) => rest),
    "2.6/task-object",
  ),
  mutation(
    "task: wrapped",
    places.made,
    onJson((body) => ({ data: body })),
    "2.6/task-object",
  ),
  mutation(
    "task: created_at in milliseconds",
    any(places.made, places.task),
    onJson((body) => ({ ...body, created_at: Number(body["created_at"]) * 1_000 })),
    "2.6/task-object",
  ),
  mutation(
    "task: created_at as text",
    any(places.made, places.task),
    onJson((body) => ({ ...body, created_at: String(body["created_at"]) })),
    "2.6/task-object",
  ),
  mutation("task: another object", any(places.made, places.task), field("object", "task"), "2.6/task-object"),
  mutation("task: another model", any(places.made, places.task), field("model", "cloud-tts"), "2.6/task-object"),
  mutation(
    "task: completed when it is made",
    places.made,
    field("status", "completed"),
    "2.6/task-object",
    "3/task-life",
  ),
  mutation("task: begins with progress 100", places.made, field("progress", 100), "2.6/task-object", "3/task-life"),
  mutation(
    "task: begins without progress",
    places.made,
    onJson(({ progress: _, ...rest }) => rest),
    "2.6/task-object",
  ),
  mutation(
    "task: timestamps promised for Model C",
    where(any(places.made, places.task), () => true),
    onJson((body) => (body["model"] === "refvoice-2" ? { ...body, timestamps_url: "/t" } : body)),
    "2.4/c-no-timestamps",
    "4/no-timestamps",
  ),
];

/** The looks at a task, the last one of which is at its end. */
function looks(
  name: string,
  change: (done: JsonObject) => readonly JsonObject[],
  ...claims: [string, ...string[]]
): Mutation {
  return {
    name,
    place: places.task,
    distort: ({ answers }) => {
      const last = answers.at(-1);
      if (last?.kind !== "http") return answers;
      const done: JsonObject = JSON.parse(new TextDecoder().decode(last.bytes));
      return change(done).map((look) => withBytes(last, textBytes(JSON.stringify(look))));
    },
    claims,
  };
}

const busy = (done: JsonObject, progress: number, more: object = {}): JsonObject => {
  const { content_url: _, timestamps_url: __, ...rest } = done;
  return { ...rest, status: "in_progress", progress, ...more };
};
const life = "3/task-life";

const lookMutations: readonly Mutation[] = [
  looks("polls: progress 130", (done) => [busy(done, 130), done], life),
  looks("polls: progress -1", (done) => [busy(done, -1), done], life),
  looks("polls: progress of 12.5", (done) => [busy(done, 12.5), done], life),
  looks("polls: progress as text", (done) => [busy(done, 50, { progress: "50" }), done], life),
  looks("polls: progress falls", (done) => [busy(done, 60), busy(done, 30), done], life),
  looks("polls: completed with progress 99", (done) => [busy(done, 60), { ...done, progress: 99 }], life),
  looks("polls: completed, then queued", (done) => [busy(done, 50), done, busy(done, 0, { status: "queued" })], life),
  looks("polls: completed, then failed", (done) => [busy(done, 50), done, { ...done, status: "failed" }], life),
  looks(
    "polls: in progress, then queued",
    (done) => [busy(done, 50), busy(done, 50, { status: "queued" }), done],
    life,
  ),
  looks("polls: model changes", (done) => [busy(done, 50, { model: "refvoice-2" }), done], life),
  looks("polls: object changes", (done) => [busy(done, 50, { object: "task" }), done], life),
  looks("polls: id changes", (done) => [busy(done, 50, { id: "task_other" }), done], life),
  looks("polls: created_at changes", (done) => [busy(done, 50, { created_at: 1_700_000_000 }), done], life),
  looks("polls: a state of its own", (done) => [busy(done, 50, { status: "running" }), done], life),
  looks("polls: fails", (done) => [busy(done, 50), busy(done, 50, { status: "failed" })], life),
  looks("polls: succeeded for completed", (done) => [busy(done, 50), { ...done, status: "succeeded" }], life),
  looks(
    "task: content at a foreign address",
    (done) => [{ ...done, content_url: "https://storage.example/a.mp3" }],
    "2.6/content-url",
  ),
  looks(
    "task: content of another task",
    (done) => [{ ...done, content_url: String(done["content_url"]).replace(String(done["id"]), "task_other") }],
    "2.6/content-url",
  ),
  looks("task: no address of its content", ({ content_url: _, ...done }) => [done], "2.6/content-url"),
  looks(
    "task: timestamps at a foreign address",
    (done) => [{ ...done, timestamps_url: "https://storage.example/a.json" }],
    "2.6/content-url",
  ),
  looks("task: no address of its timestamps", ({ timestamps_url: _, ...done }) => [done], "2.6/content-url"),
];

const contentMutations: readonly Mutation[] = [
  mutation(
    "part: one byte late",
    places.part,
    onSound((bytes) => joinBytes([bytes.slice(1), bytes.slice(0, 1)])),
    "4/content-range",
  ),
  mutation(
    "part: one byte too many",
    places.part,
    onSound((bytes) => joinBytes([bytes, bytes.slice(0, 1)])),
    "4/content-range",
  ),
  mutation(
    "part: another total in content-range",
    places.part,
    onHttp((http) =>
      withHeader(
        "content-range",
        http.answer.headers.find(([name]) => name === "content-range")?.[1].replace(/\d+$/, "123456789"),
      )(http),
    ),
    "4/content-range",
  ),
  mutation(
    "part: other ends in content-range",
    places.part,
    withHeader("content-range", "bytes 1-100/5000"),
    "4/content-range",
  ),
  mutation("part: without content-range", places.part, withHeader("content-range", undefined), "4/content-range"),
  mutation("part: with 200", places.part, withStatus(200), "4/content-range"),
  swapped(
    "part: the whole in its place",
    places.part,
    (each, mine) => each.path === mine.path && each.range === undefined && each.method === "GET",
    "4/content-range",
  ),
  swapped(
    "part: another part",
    places.part,
    (each, mine) => each.path === mine.path && each.range !== undefined && each.range !== mine.range,
    "4/content-range",
  ),
  mutation("part: beyond the end with 200", places.beyondEnd, withStatus(200), "4/content-range"),
  mutation("part: beyond the end with 206", places.beyondEnd, withStatus(206), "4/content-range"),
  mutation("HEAD: another length", places.head, withHeader("content-length", "12345"), "4/content-head"),
  mutation("HEAD: another type", places.head, withHeader("content-type", "audio/wav"), "4/content-head"),
  mutation("HEAD: no type", places.head, withHeader("content-type", undefined), "4/content-head"),
  mutation("HEAD: not there", places.head, withStatus(404), "4/content-head"),
  mutation("HEAD: 204", places.head, withStatus(204), "4/content-head"),
  mutation(
    "timestamps of a Model C task",
    places.noTimestamps,
    replaced(textBytes("[]"), "application/json", 200),
    "4/no-timestamps",
  ),
  mutation(
    "a task that doesn't exist is there",
    places.unknownTask,
    replaced(textBytes('{"id":"task_nosuchtask","status":"queued"}'), "application/json", 200),
    "4/unknown-task",
  ),
  unseen(
    mutation(
      "a task that doesn't exist is a failure of the service",
      places.unknownTask,
      withStatus(500),
      "4/unknown-task",
    ),
    "A failure of the service says nothing of the rule: the check is not judged.",
  ),
];

/** What is done to times, in both places where there are some. */
const onBothTimes: readonly (readonly [name: string, operation: Operation])[] = [
  ["late by 100 s", eachTime((start, end) => [start + 100, end + 100])],
  ["end before start", eachTime((start, end) => [end, start])],
  ["in milliseconds", eachTime((start, end) => [start * 1_000, end * 1_000])],
  ["reversed", onTimes((all) => all.toReversed())],
  ["below zero", eachTime((start, end) => [start - 0.5, end - 0.5])],
  ["past the end", eachTime((start, end) => [start * 3, end * 3])],
  ["all in the first tenth", eachTime((start, end) => [start / 10, end / 10])],
  [
    "as text",
    onTimes((all) => all.map((each) => ({ ...each, start: String(each["start"]), end: String(each["end"]) }))),
  ],
  ["without ends", onTimes((all) => all.map(({ end: _, ...each }) => each))],
  ["none", onTimes(() => [])],
];

const wordTask = any(places.timestamps, places.made, places.task);
const renamed = ({ word, sentence, ...rest }: JsonObject) =>
  word === undefined ? { ...rest, word: sentence } : { ...rest, sentence: word };
const otherGranularity = onJson(({ granularity, ...rest }) =>
  granularity === undefined ? rest : { ...rest, granularity: granularity === "word" ? "sentence" : "word" },
);
const oneEntry = onTimes((all) => {
  const [first, last] = [all[0], all.at(-1)];
  if (all.length < 2) return all;
  return [{ ...first, end: last?.["end"], word: all.map(({ word }) => word).join(" ") }];
});

const timeMutations: readonly Mutation[] = [
  ...onBothTimes.flatMap(([name, operation]) => [
    mutation(`timestamps ${name}`, places.timestamps, operation, "4/timestamps", "2.3/b-timestamps"),
    mutation(`progress ${name}`, places.socketTimes, operation, "6/progress"),
  ]),
  mutation("timestamps: one word for the sentence", wordTask, oneEntry, "2.3/b-timestamps-word"),
  mutation("progress: one word for the sentence", places.socketTimes, oneEntry, "6/progress"),
  mutation(
    "timestamps: sentences for words, and words for sentences",
    places.timestamps,
    both(
      onTimes((all) => all.map(renamed)),
      otherGranularity,
    ),
    "2.3/b-timestamps",
  ),
  mutation(
    "timestamps: of another text",
    places.timestamps,
    onTimes((all) => all.map((each) => ({ ...each, word: "x" }))),
    "2.3/b-timestamps-word",
  ),
  mutation(
    "progress: of another text",
    places.socketTimes,
    onTimes((all) => all.map((each) => ({ ...each, word: "x" }))),
    "6/progress",
  ),
  mutation(
    "timestamps: each twice",
    places.timestamps,
    onTimes((all) => [...all, ...all]),
    "2.3/b-timestamps",
    "4/timestamps",
  ),
  mutation(
    "timestamps: as subtitles",
    places.timestamps,
    replaced(textBytes("1\n00:00:00,000 --> 00:00:01,000\nGood morning\n"), "application/x-subrip"),
    "4/timestamps",
  ),
  mutation("timestamps: not there", places.timestamps, withStatus(404), "4/timestamps"),
];

const inOrder = (...order: readonly ("b" | "p" | "c")[]) =>
  onSocket(({ frames, ...rest }) => ({
    ...rest,
    frames: order.flatMap((letter) => frames.filter((frame) => letterOf(frame) === letter)),
  }));

function letterOf(frame: HeardFrame): string {
  return frame.kind === "binary" ? "b" : frame.text.includes('"complete"') ? "c" : "p";
}
const closed = (close: { readonly code: number; readonly reason: string } | undefined) =>
  onSocket(({ close: _, ...rest }) => (close === undefined ? rest : { ...rest, close }));
const said = (value: unknown): HeardFrame => ({ at: 9, kind: "text", text: JSON.stringify(value) });

const frameMutations: readonly Mutation[] = [
  ["closed without a close frame", closed({ code: 1_006, reason: "" })],
  ["closed by nobody", closed(undefined)],
  ["closed with 1011", closed({ code: 1_011, reason: "" })],
  ["closed before complete", inOrder("b", "p")],
  ["closed before progress", inOrder("b")],
  ["closed without a word", inOrder()],
  ["no progress", inOrder("b", "c")],
  ["no sound", inOrder("p", "c")],
  ["progress first", inOrder("p", "b", "c")],
  ["complete first", inOrder("c", "b", "p")],
  ["complete before progress", inOrder("b", "c", "p")],
  ["progress twice", onFrames("progress", (frame) => [frame, frame])],
  ["complete twice", onFrames("complete", (frame) => [frame, frame])],
  ["sound twice", inOrder("b", "b", "p", "c")],
  [
    "binary frames reordered",
    onBinaryFrames((frames) => [...frames.slice(frames.length >> 1), ...frames.slice(0, frames.length >> 1)]),
  ],
  ["binary frames reversed", onBinaryFrames((frames) => frames.toReversed())],
  [
    "one binary frame twice",
    onBinaryFrames((frames) => frames.flatMap((frame, at) => (at === 1 ? [frame, frame] : [frame]))),
  ],
  ["one binary frame missing", onBinaryFrames((frames) => frames.filter((_, at) => at !== 1))],
  ["the last binary frame missing", onBinaryFrames((frames) => frames.slice(0, -1))],
  [
    "sound as text",
    onSocket(({ frames, ...rest }) => ({
      ...rest,
      frames: frames.map((frame) => (frame.kind === "binary" ? said({ audio: "AAAA" }) : frame)),
    })),
  ],
  [
    "an error at the end",
    onSocket(({ frames, ...rest }) => ({ ...rest, frames: [...frames, said({ type: "error", message: "Oops." })] })),
  ],
  ["complete under another name", onFrames("complete", () => [{ type: "done" }])],
].map(([name, operation]) =>
  mutation(`WebSocket: ${String(name)}`, sounds["the WebSocket"], operation as Operation, "6/"),
);

const speaks = any(sounds["Model A"], sounds["Model B, speech"], sounds["Model B, stream"]);
const sameBut = (each: Asked, mine: Asked, ...names: readonly string[]): boolean => {
  const rest = (asked: Asked) =>
    JSON.stringify(Object.entries({ ...(asked.body as object) }).filter(([name]) => !names.includes(name)));
  return each.path === mine.path && each.method === mine.method && rest(each) === rest(mine);
};
const lacks = (each: Asked, ...names: readonly string[]) => names.every((name) => sent(each, name) === undefined);
const has =
  (...names: readonly string[]) =>
  (asked: Asked) =>
    names.some((name) => sent(asked, name) !== undefined);

/** A field without an effect: the answer is that to the same request without it. */
function ignored(name: string, place: Place, fields: readonly string[], ...claims: [string, ...string[]]): Mutation {
  return swapped(
    `ignored: ${name}`,
    where(place, has(...fields)),
    (each, mine) => sameBut(each, mine, ...fields) && lacks(each, ...fields),
    ...claims,
  );
}

const voices = [
  "Mei",
  "Lian",
  "Ting",
  "Jing",
  "Wei",
  "Jian",
  "Hao",
  "Sheng",
  "Autumn",
  "Melody",
  "Hannah",
  "Emily",
  "Ivy",
  "Kaitlyn",
  "Luna",
  "Willow",
  "Lauren",
  "Sierra",
  "Noah",
  "Jasper",
  "Caleb",
  "Ronan",
  "Ethan",
  "Daniel",
  "Zane",
];
const voiceOf = (asked: Asked) => String(sent(asked, "voice"));
const speechB = sounds["Model B, speech"];

const effectMutations: readonly Mutation[] = [
  swapped(
    "voices: every one the next",
    speechB,
    (each, mine) =>
      sameBut(each, mine, "voice") && voiceOf(each) === voices[(voices.indexOf(voiceOf(mine)) + 1) % voices.length],
    "2.3/b-voice-",
  ),
  swapped(
    "voices: every one the first of its language",
    speechB,
    (each, mine) => sameBut(each, mine, "voice") && ["Mei", "Autumn"].includes(voiceOf(each)),
    "2.3/b-voice-",
  ),
  swapped(
    "voices: men for women, and women for men",
    speechB,
    (each, mine) =>
      sameBut(each, mine, "voice") &&
      (["Mei", "Lian"].includes(voiceOf(mine))
        ? voiceOf(each) === "Wei"
        : voiceOf(mine) === "Autumn"
          ? voiceOf(each) === "Noah"
          : false),
    "2.3/b-voice-",
  ),
  swapped(
    "voices: Model A has one",
    sounds["Model A"],
    (each, mine) => sameBut(each, mine, "voice") && voiceOf(each) === "en-US-AriaNeural",
    "2.1/a-voices-differ",
  ),
  swapped(
    "voices: the language of another",
    where(sounds["Model A"], (asked) => voiceOf(asked).startsWith("zh-")),
    (each, mine) => sent(each, "input") === sent(mine, "input") && voiceOf(each).startsWith("en-"),
    "2.1/a-voice-languages",
  ),
  mutation(
    "voices: of Model A said to be of another language",
    where(sounds["Model A"], (asked) => voiceOf(asked).startsWith("zh-")),
    withHeader("content-language", "en-US"),
    "2.1/a-voice-languages",
  ),
  mutation(
    "voices: of Model B said to be of another language",
    speechB,
    withHeader("content-language", "fr"),
    "2.3/b-voice-",
  ),
  ignored("Model B's Speed", speechB, ["Speed"], "2.3/b-speed"),
  ignored("Model B's Pitch", speechB, ["Pitch"], "2.3/b-pitch"),
  ignored("Model B's Bitrate", speechB, ["Bitrate"], "2.3/b-bitrate"),
  ignored("Model A's speed", sounds["Model A"], ["speed"], "2.2/a-speed"),
  ignored("Model A's volume", sounds["Model A"], ["volume"], "2.2/a-volume"),
  ignored("Model A's pitch", sounds["Model A"], ["pitch"], "2.2/a-pitch"),
  ignored("the frame's fields", sounds["the WebSocket"], ["Bitrate", "Speed", "Pitch"], "4/socket-fields"),
  ignored(
    "Model B's Codec",
    any(sounds["Model B, PCM"], sounds["Model B, mu-law"]),
    ["Codec", "codec"],
    "2.3/b-codec-",
  ),
  swapped(
    "Model B's Speed the other way round",
    speechB,
    (each, mine) =>
      typeof sent(mine, "Speed") === "number" &&
      sameBut(each, mine, "Speed") &&
      sent(each, "Speed") === -Number(sent(mine, "Speed")),
    "2.3/b-speed",
  ),
  swapped(
    "Model A's pitch the other way round",
    sounds["Model A"],
    (each, mine) =>
      typeof sent(mine, "pitch") === "number" &&
      sameBut(each, mine, "pitch") &&
      sent(each, "pitch") === -Number(sent(mine, "pitch")),
    "2.2/a-pitch",
  ),
  swapped(
    "capitalised names without an effect",
    where(speechB, has("Text")),
    (each) =>
      sent(each, "input") === "Good morning, dear listeners." &&
      voiceOf(each) === "Autumn" &&
      lacks(each, "Speed", "Pitch", "Bitrate", "stream"),
    "2.3/b-capitalised",
  ),
  swapped(
    "mu-law as 16-bit samples",
    sounds["Model B, mu-law"],
    (each, mine) => sameBut(each, mine, "codec", "Codec") && sent(each, "Codec") === "pcm_s16le",
    "2.3/b-codec-mulaw",
  ),
  unseen(
    swapped(
      "another text is spoken",
      where(speaks, (asked) => sent(asked, "input") === "Good morning, dear listeners."),
      (each, mine) => sameBut(each, mine, "input") && sent(each, "input") === "OK, hello.",
      "2.3/b-speech",
    ),
    "What is said isn't understood, only measured: a text of about the same length can't be told from the right one.",
  ),
  mutation(
    "an upstream address beside the sound",
    speechB,
    withHeader("location", "https://upstream.example/sound.mp3"),
    "2.3/b-speech",
  ),
];

const spokenInstead = ({ mp3 }: OtherSounds) => replaced(mp3, "audio/mpeg", 200);

/** What should be refused and isn't, by what is wrong in the request. */
const leniences: readonly (readonly [
  name: string,
  isMeant: (asked: Asked) => boolean,
  ...claims: [string, ...string[]],
])[] = [
  [
    "Speed out of range",
    (asked) => Math.abs(Number(sent(asked, "Speed"))) > 1,
    "2.3/range-streamspeech-v8-speech-Speed",
  ],
  ["Pitch out of range", (asked) => Number(sent(asked, "Pitch")) > 1.5, "2.3/range-streamspeech-v8-speech-Pitch"],
  [
    "Temperature out of range",
    (asked) => Number(sent(asked, "Temperature")) > 0.8,
    "2.3/range-streamspeech-v8-speech-Temperature",
  ],
  ["an emotion above 1", (asked) => Number(sent(asked, "emo_happy")) > 1, "2.5/c-emo-happy"],
  ["both modes", (asked) => sent(asked, "stream") === true && sent(asked, "speech") === true, "2.3/b-both-modes"],
  [
    "PCM in speech mode",
    (asked) => sent(asked, "response_format") === "pcm" && sent(asked, "stream") !== true,
    "2.3/b-format-pcm-in-speech",
  ],
  ["a text that is too long", (asked) => String(sent(asked, "input")).length > 1_000, "8/stream-limit-refused"],
  [
    "no text",
    (asked) => asked.body !== undefined && lacks(asked, "input", "Text", "text", "prompt_text"),
    "2.1/model-required",
  ],
  ["no voice", (asked) => lacks(asked, "voice", "VoiceId", "voiceid"), "2.1/model-required"],
  ["a model that isn't there", (asked) => sent(asked, "model") === "no-such-model", "4/unknown-model"],
  [
    "a voice name for Model C",
    (asked) => sent(asked, "voice") === "Autumn" && sent(asked, "model") === "refvoice-2",
    "2.4/c-voice-name",
  ],
  [
    "MP3 of Model C",
    (asked) => sent(asked, "response_format") === "mp3" && sent(asked, "model") === "refvoice-2",
    "2.4/c-no-mp3",
  ],
  ["instructions as text", (asked) => typeof sent(asked, "instructions") === "string", "2.4/c-instructions-text"],
  ["emo_surprised above 0", (asked) => Number(sent(asked, "emo_surprised")) > 0, "2.5/c-surprised"],
  ["a body that is no JSON", (asked) => asked.body === undefined, "4/body-json"],
];

function refusalMutations(found: OtherSounds): readonly Mutation[] {
  const refused = where(places.refusal, ({ path }) => path === "/v1/audio/speech");
  return [
    ...leniences.map(([name, isMeant, ...claims]) =>
      mutation(`spoken: ${name}`, where(refused, isMeant), spokenInstead(found), ...claims),
    ),
    mutation("refusals with 200", places.refusal, withStatus(200), "7/error-status"),
    mutation(
      "refusals that are sound",
      places.refusal,
      onHttp((http) => withBytes(http, found.mp3, "audio/mpeg")),
      "7/error-status",
    ),
    mutation("refusals with a redirection", places.refusal, withStatus(302), "7/error-status"),
    mutation(
      "refusals of another type",
      places.refusal,
      onJson((body) => ({ ...body, error: { ...(body["error"] as object), type: "x" } })),
      "7/error-status",
    ),
    mutation(
      "refusals that name no field",
      places.refusal,
      onJson((body) => ({ ...body, error: { ...(body["error"] as object), param: null } })),
      "7/error-status",
    ),
    mutation(
      "refusals with another code",
      places.refusal,
      onJson((body) => ({ ...body, error: { ...(body["error"] as object), code: "x" } })),
      "7/error-status",
    ),
    mutation("refusals as a page", places.refusal, replaced(html, "text/html"), "7/error-status"),
    mutation(
      "tasks of Model A",
      where(places.refusal, (asked) => asked.path.endsWith("tasks") && sent(asked, "model") === "cloud-tts"),
      replaced(textBytes('{"id":"task_1","status":"queued"}'), "application/json", 200),
      "4/task-of-model-a",
    ),
    mutation(
      "tasks with modes",
      where(places.refusal, (asked) => asked.path.endsWith("tasks") && has("stream", "speech")(asked)),
      replaced(textBytes('{"id":"task_1","status":"queued"}'), "application/json", 200),
      "4/task-without-modes",
    ),
    swapped(
      "WebSocket: wrong frames are spoken",
      places.refusedSocket,
      (each) =>
        each.method === "WS" &&
        sent(each, "Text") === "Hello." &&
        lacks(each, "Speed", "Pitch", "Bitrate") &&
        has("VoiceId")(each),
      "4/socket-ranges",
    ),
    mutation(
      "WebSocket: wrong frames break it off",
      places.refusedSocket,
      closed({ code: 1_006, reason: "" }),
      "4/socket-ranges",
    ),
  ];
}

/** Every mutation. */
export function mutationsWith(found: OtherSounds): readonly Mutation[] {
  return [
    ...modelMutations,
    ...madeMutations,
    ...lookMutations,
    ...contentMutations,
    ...timeMutations,
    ...frameMutations,
    ...effectMutations,
    ...soundMutations(found),
    ...refusalMutations(found),
  ];
}

const inMilliseconds = eachTime((start, end) => [Math.round(start * 1_000), Math.round(end * 1_000)]);
const bareTimes = onHttp((http) => {
  const { timestamps }: { readonly timestamps: unknown } = JSON.parse(new TextDecoder().decode(http.bytes));
  return withBytes(http, textBytes(JSON.stringify(timestamps)));
});
const talking = (asked: Asked, answer: Recorded) => places.refusal(asked, answer) && asked.path !== "/v1/systemone";

/** What a service may choose where the document is silent: none of it is wrong. */
export const harmless: readonly { readonly name: string; readonly place: Place; readonly operation: Operation }[] = [
  { name: "tasks answered with 202", place: places.made, operation: withStatus(202) },
  { name: "refusals with 422", place: places.refusal, operation: withStatus(422) },
  {
    name: "errors as details",
    place: talking,
    operation: replaced(textBytes('{"detail":[{"loc":["body","x"],"msg":"No."}]}'), "application/json"),
  },
  { name: "errors as text", place: talking, operation: replaced(textBytes("No."), "text/plain") },
  {
    name: "sound without a telling type",
    place: any(...Object.values(sounds), places.head),
    operation: typed("application/octet-stream"),
  },
  { name: "sound as audio/x-wav", place: sounds["Model C"], operation: typed("audio/x-wav") },
  {
    name: "times in milliseconds, as a bare list",
    place: places.timestamps,
    operation: both(inMilliseconds, bareTimes),
  },
  { name: "progress in milliseconds", place: places.socketTimes, operation: inMilliseconds },
  {
    name: "progress word by word",
    place: places.socketTimes,
    operation: onFrames("progress", (frame) =>
      Array.isArray(frame["message"])
        ? frame["message"].map((word: unknown) => ({ type: "progress", words: [word] }))
        : [frame],
    ),
  },
  {
    name: "a talkative complete",
    place: places.socketTimes,
    operation: onFrames("complete", (frame) => [{ ...frame, usage: { characters: 29 } }]),
  },
  { name: "HEAD without a length", place: places.head, operation: withHeader("content-length", undefined) },
  {
    name: "further fields of a task",
    place: any(places.made, places.task),
    operation: onJson((body) => ({ ...body, owner: { team: "x" }, duration: 4_711 })),
  },
  {
    name: "further models",
    place: places.models,
    operation: onJson((body) => ({
      ...body,
      data: [...list(body), { id: "chat/large:2026-01", object: "model", created: 1 }],
    })),
  },
];

/** Where a service that was met differs from the document, each with the checks that say so. */
export const knownDifferences: readonly {
  readonly name: string;
  readonly place: Place;
  readonly operation: Operation;
  readonly fails: readonly string[];
}[] = [
  {
    name: "an entry of the model list without an id",
    place: places.models,
    operation: onJson((body) => ({ ...body, data: [...list(body), { object: "model" }] })),
    fails: ["2.7/model-list"],
  },
  {
    name: "tasks without progress",
    place: any(places.made, places.task),
    operation: onJson(({ progress: _, ...rest }) => rest),
    fails: ["2.6/task-object", "3/task-life"],
  },
  {
    name: "frames between the binary ones",
    place: sounds["the WebSocket"],
    operation: onSocket(({ frames, ...rest }) => ({ ...rest, frames: [said({ type: "session.created" }), ...frames] })),
    fails: ["6/order", "4/socket-fields"],
  },
];
