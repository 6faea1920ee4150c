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
import { takeOfAnswer } from "../page/take-of-answer.fixture.ts";
import { openTestLibrary, takeDetails, takeRow, takeSound } from "../takes/library.fixture.ts";
import type { TakeDetails, TakeRow } from "../takes/take.ts";
import { describeRemarks } from "./describe-remarks.ts";
import { noteRemarks } from "./note-remarks.ts";
import { type Came, type Remark, remarksOn } from "./remarks.ts";

const tone = await toneMp3({ seconds: 1 });
const frames = createMp3FrameSplitter().push(tone).length;
const file = joinBytes([infoFrame(576, 1_105, frames), tone]);
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
