import { describe, expect, test } from "vitest";
import { mp3Tags } from "../../audio/formats/mp3-frames.fixture.ts";
import { createMp3FrameSplitter } from "../../audio/formats/mp3-frames.ts";
import { infoFrame, toneMp3, toneWav } from "../../audio/players/tone.fixture.ts";
import { joinBytes } from "../../contract/bytes.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { joinNotes, noteField, pitchNote, wordsNote } from "../../contract/spoken-note.ts";
import { csvHead, csvTake } from "../archive/csv.ts";
import type { LeavingTake } from "../archive/take-files.ts";
import { loadMessages } from "../messages/declare.ts";
import { takeOfAnswer, takeOfParts } from "../page/take-of-answer.fixture.ts";
import { openTestLibrary, takeDetails, takeRow, takeSound } from "../takes/library.fixture.ts";
import type { TakeDetails, TakeRow } from "../takes/take.ts";
import { describeRemarks } from "./describe-remarks.ts";
import { noteRemarks } from "./note-remarks.ts";
import { type Came, type Remark, remarksOn } from "./remarks.ts";

const tone = await toneMp3({ seconds: 1 });
const frames = createMp3FrameSplitter().push(tone).length;
const file = joinBytes([infoFrame(576, 1_105, frames), tone]);
const keptFrames = createMp3FrameSplitter().push(tone).at(-10)?.start ?? 0;
const cutBehindFrame = file.slice(0, file.length - tone.length + keptFrames);
const wav = toneWav(1);
/** The same, as SoX writes it into a pipe. */
const streamedWav = wav.slice();
new DataView(streamedWav.buffer).setUint32(4, 0x7fff_f024, true);
new DataView(streamedWav.buffer).setUint32(40, 0x7fff_f000, true);
const encode = (text: string) => new TextEncoder().encode(text);

/** What is remarked on an answer with `body` under `headers`. */
async function remarksOf(
  body: Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  { status = 200, requestBody = '{"model":"streamspeech-v8","input":"Hello."}' } = {},
) {
  const { model }: { readonly model: string } = JSON.parse(requestBody);
  const kept = await takeOfAnswer(new Response(body, { status, headers }), { voice: "Autumn" }, requestBody);
  kept.library.update(kept.row.id, { model });
  await noteRemarks(kept.library, kept.row.id);
  return kept.library.row(kept.row.id)?.remarks;
}

const ogg = { endpoint: "speech", codec: "ogg", words: [], aliases: [], frameFindings: 0 } as const;
const mpeg = { "content-type": "audio/mpeg" };
const asks = (more: object) => JSON.stringify({ model: "streamspeech-v8", stream: true, input: "Hello.", ...more });

test("nothing is remarked on an answer as documented", async () => {
  expect(await remarksOf(tone, mpeg)).toBeUndefined();
  expect(await remarksOf(file, { ...mpeg, "content-language": "en-GB, fr" })).toBeUndefined();
  for (const [, tag] of mp3Tags) expect(await remarksOf(joinBytes([tag, tone, tag]), mpeg)).toBeUndefined();
  for (const type of ["audio/pcm", "audio/raw", "audio/mulaw"]) {
    const [headers, requestBody] = [{ "content-type": `${type};rate=8000` }, asks({ Codec: "pcm_mulaw" })];
    expect(await remarksOf(new Uint8Array(1_000), headers, { requestBody })).toBeUndefined();
  }
  // What codec a format of Cloud TTS is, the document doesn't say.
  const requestBody = '{"model":"cloud-tts","input":"Hello.","voice":"en-US-AriaNeural","response_format":"wav"}';
  expect(await remarksOf(wav, { "content-type": "audio/wav" }, { requestBody })).toBeUndefined();
});

test.each(["audio/ogg", "audio/opus", "application/ogg"])("Ogg may be called %s", (contentType) => {
  expect(remarksOn({ ...ogg, contentType })).toEqual([]);
});

test("what a reply is judged to be mislabelled by is remarked on", () => {
  const contentType = "application/opus";
  expect(remarksOn({ ...ogg, contentType })).toEqual([{ code: "type", was: contentType }]);
});

describe("an answer to Speak that isn't as documented", () => {
  test.each<
    [string, Uint8Array<ArrayBuffer>, Record<string, string>, readonly Remark[], Parameters<typeof remarksOf>[2]?]
  >([
    [
      "WAV as audio/mpeg",
      wav,
      mpeg,
      [
        { code: "type", was: "audio/mpeg" },
        { code: "other_codec", was: "mp3" },
      ],
    ],
    ["206 to a POST", tone, mpeg, [{ code: "status", was: "206" }], { status: 206 }],
    ["201 to a POST", tone, mpeg, [{ code: "status", was: "201" }], { status: 201 }],
    [
      "a truncated WAV",
      wav.slice(0, -1_000),
      { "content-type": "audio/wav" },
      [
        { code: "other_codec", was: "mp3" },
        { code: "truncated", was: "1000" },
      ],
    ],
    [
      "a WAV that doesn't tell its length",
      streamedWav,
      { "content-type": "audio/wav" },
      [{ code: "other_codec", was: "mp3" }],
    ],
    ["an MP3 that ends in a frame", tone.slice(0, -100), mpeg, [{ code: "truncated", was: "100" }]],
    [
      "an MP3 that ends behind a frame, ten before the last that its Info frame counts",
      cutBehindFrame,
      mpeg,
      [{ code: "truncated", was: String(tone.length - keptFrames) }],
    ],
    [
      "the same, with an error in their place",
      joinBytes([cutBehindFrame, encode('{"error":"no"}')]),
      mpeg,
      [
        { code: "truncated", was: String(tone.length - keptFrames) },
        { code: "bytes_behind", was: "14" },
      ],
    ],
    [
      "a WAV that is cut within its head",
      wav.slice(0, 40),
      { "content-type": "audio/wav" },
      [
        { code: "other_codec", was: "mp3" },
        { code: "truncated", was: String(wav.length - 40) },
      ],
    ],
    [
      "JSON behind the last frame",
      joinBytes([tone, encode('{"usage":{"characters":6}}')]),
      mpeg,
      [{ code: "bytes_behind", was: "26" }],
    ],
    [
      "bytes between the frames",
      joinBytes([tone.slice(0, 2_080), encode("chunk\r\n"), tone.slice(2_080)]),
      mpeg,
      [{ code: "stray_bytes", was: "7" }],
    ],
    ["two files in one", joinBytes([file, file]), mpeg, [{ code: "joined", was: "2" }]],
    ["gzip that nobody asked for", tone, { ...mpeg, "content-encoding": "gzip" }, [{ code: "encoding", was: "gzip" }]],
    [
      "another language than the voice's",
      tone,
      { ...mpeg, "content-language": "fr" },
      [{ code: "language", was: "fr" }],
    ],
    [
      "half a sample",
      new Uint8Array(1_001),
      { "content-type": "audio/pcm;rate=22050" },
      [{ code: "odd_samples", was: "1" }],
      { requestBody: asks({ response_format: "pcm" }) },
    ],
    [
      "a pitch that the voice doesn't reach",
      tone,
      { ...mpeg, "x-speech-note": pitchNote(42, 45) },
      [{ code: "note", was: "pitch of 42 Hz is out of reach; spoken at 45 Hz" }],
    ],
    [
      "samples without a rate",
      new Uint8Array(1_000),
      { "content-type": "audio/pcm" },
      [{ code: "assumed_rate", was: "22050" }],
      { requestBody: asks({ response_format: "pcm" }) },
    ],
    [
      "to several spellings of a field that differ",
      tone,
      mpeg,
      [{ code: "aliases", was: "input, Text" }],
      { requestBody: asks({ Text: "Good night." }) },
    ],
    [
      "to two names of Model C's script that differ",
      wav,
      { "content-type": "audio/wav" },
      [{ code: "aliases", was: "input, prompt_text" }],
      { requestBody: '{"model":"refvoice-2","input":"Hm.","prompt_text":"Oh.","voice":"https://a.example/b.wav"}' },
    ],
  ])("%s: a remark", async (_, body, headers, remarks, options) => {
    expect(await remarksOf(body, headers, options)).toEqual(remarks);
  });
});

describe("the answer to one of a take's parts that isn't as documented", () => {
  const answer = (body: Uint8Array<ArrayBuffer>, headers: Record<string, string> = mpeg, status = 200) =>
    new Response(body, { status, headers });
  const oddTone = joinBytes([tone.slice(0, 2_080), encode("chunk\r\n"), tone.slice(2_080)]);
  const json = encode('{"error":"quota exceeded"}');
  const wavAnswer = (body = wav) => answer(body, { "content-type": "audio/wav" });
  const pcm = { "content-type": "audio/pcm;rate=22050" };
  const other = { code: "other_codec", was: "mp3" } as const;

  test.each<[string, readonly Response[], readonly Remark[] | undefined]>([
    ["nothing, where all is well", [answer(file), answer(tone)], undefined],
    [
      "truncated WAV files",
      [wavAnswer(wav.slice(0, -1_000)), wavAnswer(), wavAnswer(wav.slice(0, -500))],
      [other, { code: "truncated", was: "1500" }],
    ],
    [
      "JSON behind the last frame",
      [answer(tone), answer(joinBytes([tone, json])), answer(tone)],
      [{ code: "bytes_behind", was: "26" }],
    ],
    ["bytes between the frames", [answer(oddTone), answer(tone)], [{ code: "stray_bytes", was: "7" }]],
    ["two files in one", [answer(joinBytes([file, file])), answer(file)], [{ code: "joined", was: "2" }]],
    [
      "half a sample",
      [answer(new Uint8Array(1_001), pcm), answer(new Uint8Array(1_000), pcm)],
      [other, { code: "odd_samples", was: "1" }],
    ],
    [
      "heads that say the same, or differ",
      [
        answer(tone, { ...mpeg, "content-encoding": "gzip" }, 206),
        answer(tone, { "content-type": "audio/wav", "x-speech-note": pitchNote(42, 45) }, 206),
        answer(tone),
      ],
      [
        { code: "status", was: "206" },
        { code: "type", was: "audio/wav" },
        { code: "encoding", was: "gzip" },
        { code: "note", was: pitchNote(42, 45) },
      ],
    ],
  ])("%s is remarked on once", async (_, answers, remarks) => {
    const { library, row } = await takeOfParts(...answers);
    await noteRemarks(library, row.id);
    expect(row).toMatchObject({ status: "complete", parts: { done: answers.length } });
    expect(library.row(row.id)?.remarks).toEqual(remarks);
  });
});

test("what happened to a take's requests is gone through as often for many parts as for one", async () => {
  /** How often a piece of the log is looked at, for so many parts. */
  async function looksFor(count: number): Promise<number> {
    const library = openTestLibrary();
    let looks = 0;
    const entry = {
      type: "chunk",
      get at() {
        looks++;
        return 1;
      },
    };
    const answer = { status: 206, headers: [["content-type", "audio/mpeg"] as [string, string]] };
    const parts = Array.from({ length: count }, (_, start) => {
      return { start, end: start + 1, pause: 0, body: "{}", state: "done", answer } as const;
    });
    const take = takeRow("take-1", { status: "complete", sound: "whole" });
    await library.begin(take, takeDetails(take.id, { parts, log: { entries: [entry], dropped: 0 } }));
    await library.keepSound(takeSound(take.id));
    looks = 0;
    await noteRemarks(library, take.id);
    expect(library.row(take.id)?.remarks).toEqual([{ code: "status", was: "206" }]);
    return looks;
  }
  const once = await looksFor(1);
  expect(once).toBeGreaterThan(0);
  expect(await looksFor(100)).toBe(once);
});

test.each<[string, Partial<TakeRow>, Partial<TakeDetails>]>([
  [
    "the last frame of a WebSocket",
    { transport: "websocket" },
    {
      request: { endpoint: "websocket", path: "/v1/audio/speech/websocket", body: "{}" },
      log: {
        entries: [
          {
            at: 1,
            type: "frame",
            direction: "received",
            kind: "text",
            text: JSON.stringify({ type: "complete", note: pitchNote(42, 45) }),
          },
        ],
        dropped: 0,
      },
    },
  ],
  [
    "the head of a task's sound",
    { mode: "async" },
    {
      request: { endpoint: "tasks", path: "/v1/audio/speech/tasks", body: "{}" },
      task: { object: {}, content: { status: 200, headers: [[noteField, pitchNote(42, 45)]] } },
    },
  ],
])("a pitch out of reach is remarked on where %s says it", async (_, row, details) => {
  const library = openTestLibrary();
  const take = takeRow("take-1", { status: "complete", ...row });
  await library.begin(take, takeDetails(take.id, details));
  await library.keepSound(takeSound(take.id));
  await noteRemarks(library, take.id);
  const kept = library.row(take.id) ?? take;
  expect(kept.remarks?.find(({ code }) => code === "note")?.was).toBe(pitchNote(42, 45));
});

test("how much is missing is said as the estimate that it is where the missing frames differ in length", async () => {
  for (const language of ["en", "zh"] as const) await loadMessages(language);
  const said = (language: InterfaceLanguage) =>
    describeRemarks({ remarks: [{ code: "truncated", was: "1200" }] }, language).map(({ short, long }) => [
      short,
      long,
    ]);
  expect(said("en")).toEqual([["about 1,200 bytes missing", "The audio announces about 1,200 bytes more than came."]]);
  expect(said("zh")).toEqual([["缺少约 1,200 字节", "音频声明的长度比收到的多约 1,200 字节。"]]);
});

test("a service's note is said in plain words where it is known, else as it came", async () => {
  for (const language of ["en", "zh"] as const) await loadMessages(language);
  const said = (was: string, language: InterfaceLanguage) =>
    describeRemarks({ remarks: [{ code: "note", was }] }, language).map(({ short, long }) => [short, long]);
  expect(said(pitchNote(42, 45), "en")).toEqual([
    ["pitch 45 Hz, not 42 Hz", "The voice can't speak at a pitch of 42 Hz, so it spoke at 45 Hz."],
  ]);
  expect(said(pitchNote(-8, 45), "zh")).toEqual([
    ["音高 45 Hz，不是 -8 Hz", "这个音色达不到 -8 Hz 的音高，所以用 45 Hz 朗读。"],
  ]);
  const words = wordsNote({ model: "sherpa-onnx-zipvoice-x", recogniser: "paraformer-y", isHere: false });
  expect(said(joinNotes([words, pitchNote(42, 45)]), "en")).toEqual([
    [
      "not by zipvoice, which lacks the recording's words · pitch 45 Hz, not 42 Hz",
      "sherpa-onnx-zipvoice-x didn't speak: it must know what is said in the recording. " +
        "Add paraformer-y, which writes that down. " +
        "The voice can't speak at a pitch of 42 Hz, so it spoke at 45 Hz.",
    ],
  ]);
  expect(said(wordsNote({ model: "zipvoice-x", recogniser: "paraformer-y", isHere: true }), "zh")).toEqual([
    [
      "未用 zipvoice：不知道录音里说了什么",
      "没有使用 zipvoice-x：它需要知道录音里说了什么。paraformer-y 没有从中听出话来。",
    ],
  ]);
  expect(said("spoken slowly", "en")).toEqual([["spoken slowly", "The service says: spoken slowly"]]);
  expect(said("spoken slowly", "zh")).toEqual([["spoken slowly", "服务说明：spoken slowly"]]);
});

const came: Came = {
  endpoint: "tasks",
  duration: 2,
  words: [],
  script: "One two.",
  aliases: [],
  frameFindings: 0,
};
const one = { word: "One", start: 0, end: 0.9 };
const two = { word: "two", start: 1, end: 1.9 };

describe("times of words", () => {
  test.each<[string, readonly unknown[], readonly Remark[]]>([
    ["in order, of the script and within the sound", [[one, two]], []],
    ["in frames that each say all up to then", [[one], [one, two]], []],
    [
      "in milliseconds",
      [
        [
          { word: "One", start: 0, end: 900 },
          { word: "two", start: 1_000, end: 1_900 },
        ],
      ],
      [],
    ],
    [
      "that run backwards",
      [
        [
          { ...two, word: "One" },
          { ...one, word: "two" },
        ],
      ],
      [{ code: "times_backwards", was: "0–0.9" }],
    ],
    ["that end before they begin", [[one, { ...two, end: 0.5 }]], [{ code: "times_backwards", was: "1–0.5" }]],
    ["before the sound", [[{ ...one, start: -0.5 }, two]], [{ code: "times_negative", was: "-0.5" }]],
    ["beyond the end", [[one, { ...two, end: 2.9 }]], [{ code: "times_beyond", was: "2.9" }]],
    ["of other words", [[one, { ...two, word: "three" }]], [{ code: "times_script" }]],
  ])("%s", (_, words, remarks) => {
    expect(remarksOn({ ...came, words })).toEqual(remarks);
  });

  const timed = (...list: readonly (readonly [string, number, number?])[]) =>
    list.map(([word, start, end = start + 0.9]) => ({ word, start, end }));
  test.each<[string, readonly unknown[], string, string | undefined]>([
    ["one word each", [timed(["One", 2]), timed(["two", 1]), timed(["three", 0])], "One two three.", "1–1.9"],
    ["other words than the script's", [timed(["One", 1]), timed(["two", 0])], "1 2", "0–0.9"],
    [
      "each from its own beginning",
      [timed(["One", 0], ["two", 1]), timed(["three", 0], ["four", 1])],
      "One two three four.",
      "0–0.9",
    ],
    [
      "the same words again",
      [timed(["One", 0], ["two", 1]), timed(["One", 0]), timed(["two", 1])],
      "One two.",
      undefined,
    ],
    [
      "all up to then, each more exactly",
      [timed(["One", 0.5], ["three", 2]), timed(["One", 0.1], ["two", 1], ["three", 1.9])],
      "One two three.",
      undefined,
    ],
    [
      "a sentence, then its words",
      [timed(["One two.", 0, 2], ["Three.", 2]), timed(["One", 0], ["two", 1])],
      "",
      undefined,
    ],
    ["a word that was heard otherwise", [timed(["One", 0], ["too", 1]), timed(["two", 0.9])], "One two.", undefined],
  ])("that run backwards from frame to frame, in frames with %s", (_, words, script, was) => {
    const backwards = remarksOn({ ...came, duration: 5, words, script }).find(({ code }) => code === "times_backwards");
    expect(backwards?.was).toBe(was);
  });

  test.each<[string, unknown, string, string | undefined]>([
    ["a page", "<html>Not yet</html>", "One two.", "<html>Not yet</html>"],
    ["nothing", "", "One two.", '""'],
    ["an error", { error: "not ready" }, "One two.", '{"error":"not ready"}'],
    ["an empty object", {}, "...", "{}"],
    ["times as texts", [{ word: "One", start: "0", end: "1" }], "One", '[{"word":"One","start":"0","end":"1"}]'],
    ["no times of a text with words", { timestamps: [] }, "One two.", '{"timestamps":[]}'],
    ["no times of a text without words", { timestamps: [] }, "...", undefined],
    ["an empty list for a text without words", [], "...", undefined],
  ])("of which none can be read: %s", (_, document, script, was) => {
    expect(remarksOn({ ...came, words: [document], script })).toEqual(
      was === undefined ? [] : [{ code: "times_failed", was }],
    );
  });

  test("aren't missing from progress frames without words", () => {
    expect(remarksOn({ ...came, endpoint: "websocket", words: [{ type: "progress", percent: 5 }] })).toEqual([]);
  });

  test("of what was stopped aren't held against the whole script", async () => {
    expect(remarksOn({ ...came, words: [[one]] })).toEqual([{ code: "times_script" }]);
    for (const status of ["complete", "stopped"] as const) {
      const kept = await takeOfAnswer(new Response(tone, { headers: mpeg }), { voice: "Autumn" });
      kept.library.update(kept.row.id, { status }, { words: [[one]] });
      await noteRemarks(kept.library, kept.row.id);
      const codes = kept.library.row(kept.row.id)?.remarks?.map(({ code }) => code) ?? [];
      expect(codes.includes("times_script")).toBe(status === "complete");
    }
  });

  test("that couldn't be had are told with what came instead", () => {
    const timesProblem = "The service answered 500: no";
    expect(remarksOn({ ...came, timesProblem })).toEqual([{ code: "times_failed", was: timesProblem }]);
  });
});

test.each<[string, unknown, string, readonly Remark[]]>([
  ["as documented", { id: "task_1" }, "task_1", []],
  ["without a prefix", { id: "9f-1" }, "9f-1", [{ code: "task_id", was: "9f-1" }]],
  ["by a number", { id: 42 }, "42", [{ code: "task_id", was: "42" }]],
  ["inside of another object", { data: { id: "task_1" } }, "task_1", [{ code: "task_wrapped" }]],
])("a task named %s", (_, taskAnswer, taskId, remarks) => {
  expect(remarksOn({ ...came, taskAnswer, taskId })).toEqual(remarks);
});

/** A take's line in the table, by the names of its columns. */
function columnsOf(take: LeavingTake): ReadonlyMap<string, string | undefined> {
  const values = csvTake(take).split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/);
  return new Map(
    csvHead()
      .trim()
      .split(",")
      .map((name, at) => [name, values[at]]),
  );
}

test.each([
  ["audio/pcm", "true"],
  ["audio/pcm;rate=22050", ""],
  ["audio/pcm;rate=0", "true"],
])("samples sent as %s: whether their rate is assumed goes with the take into the table", async (type, assumed) => {
  const answer = new Response(new Uint8Array(1_000), { headers: { "content-type": type } });
  const kept = await takeOfAnswer(answer, { voice: "Autumn" }, asks({ response_format: "pcm" }));
  await noteRemarks(kept.library, kept.row.id);
  const row = kept.library.row(kept.row.id) ?? kept.row;
  const told = columnsOf({ row, details: kept.details });
  expect([told.get("sample_rate_hz"), told.get("sample_rate_assumed")]).toEqual(["22050", assumed]);
  expect(row.remarks?.some(({ code }) => code === "assumed_rate") ?? false).toBe(assumed === "true");
});

test("rate and channels of a WAV stand among its take's figures, and so in tables and reports", async () => {
  const kept = await takeOfAnswer(new Response(wav, { headers: { "content-type": "audio/wav" } }));
  await noteRemarks(kept.library, kept.row.id);
  const row = kept.library.row(kept.row.id) ?? kept.row;
  expect(row.facts).toMatchObject({ sampleRate: 8_000, channels: 1, duration: 1 });
  const told = columnsOf({ row, details: kept.details });
  expect([told.get("sample_rate_hz"), told.get("channels")]).toEqual(["8000", "1"]);
});
