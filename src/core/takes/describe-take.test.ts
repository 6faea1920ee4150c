import { describe, expect, it } from "vitest";
import { emotionMethods } from "../../contract/models/refvoice-2.ts";
import { describeTake } from "./describe-take.ts";
import { takeRow } from "./library.fixture.ts";
import type { TakeRow } from "./take.ts";
import { takeFileName, takeFileOf } from "./take-file.ts";
import { historyTextsOf } from "./texts.fixture.ts";

const [en, zh] = [await historyTextsOf("en"), await historyTextsOf("zh")];
const row = (changes: Partial<TakeRow>) => takeRow("k1", { status: "complete", ...changes });
const recording = { model: "refvoice-2", voice: "https://example.org/voices/lower.mp3?signature=x" };
const mood = (levels: Record<string, number>) => ({ emo_control_method: emotionMethods.emotionVector, ...levels });

describe("a take's voice", () => {
  it("is called as the list of voices calls it", () => {
    expect(describeTake(row({ model: "cloud-tts", voice: "en-AU-NatashaNeural" }), en).voice).toBe("Natasha");
    expect(describeTake(row({ model: "cloud-tts", voice: "xx-XX-OtherNeural" }), en).voice).toBe("xx-XX-OtherNeural");
  });

  it.each([
    ["a preset", mood({ emo_sad: 0.6, emo_melancholic: 0.3 }), "lower.mp3 · Sorrowful", "lower.mp3 · 悲伤"],
    [
      "a mix",
      mood({ emo_calm: 0.1, emo_happy: 0.8, emo_sad: 0.2 }),
      "lower.mp3 · happy 0.8 sad 0.2",
      "lower.mp3 · 高兴 0.8 悲伤 0.2",
    ],
    [
      "another recording",
      { emo_control_method: emotionMethods.emotionReference },
      "lower.mp3 · emotion of a recording",
      "lower.mp3 · 情感取自参考录音",
    ],
    ["the voice's own", { emo_control_method: emotionMethods.sameAsReference }, "lower.mp3", "lower.mp3"],
    ["none that is known", undefined, "lower.mp3", "lower.mp3"],
  ])("says the emotion: %s", (_, emotion, english, chinese) => {
    expect(describeTake(row({ ...recording, emotion }), en).voice).toBe(english);
    expect(describeTake(row({ ...recording, emotion }), zh).voice).toBe(chinese);
  });

  it("is called as the form calls it, where it is a recording of ours", () => {
    const own = row({
      ...recording,
      voice: "http://127.0.0.1:4173/references/lively.mp3",
      emotion: mood({ emo_happy: 0.8 }),
    });
    expect([describeTake(own, en).voice, describeTake(own, zh).voice]).toEqual([
      "Lively voice · happy 0.8",
      "活泼的声音 · 高兴 0.8",
    ]);
  });

  it.each([
    [4_000_000_000, /^own recording, until Oct [12], 2096/, /^自己的录音，保留至 2096年10月[12]日/],
    [1_700_000_000, /^own recording, gone since Nov 1\d, 2023/, /^自己的录音，2023年11月1\d日.* 起已失效$/],
  ])("says of one's own recording until when the server had it: %i", (end, english, chinese) => {
    // An import lacks what opened it.
    for (const secret of ["a".repeat(32), "[removed]"]) {
      const own = row({ ...recording, voice: `https://speak.example.com/references/own-${end}-${secret}.wav` });
      expect(describeTake(own, en).voice).toMatch(english);
      expect(describeTake(own, zh).voice).toMatch(chinese);
    }
  });

  it("is all of them, where a script has several, and so they stand in the file's name", () => {
    const voices = ["en-AU-NatashaNeural", "zh-CN-XiaoxiaoNeural"];
    const several = row({ model: "cloud-tts", voice: "en-AU-NatashaNeural", voices, excerpt: "Good evening" });
    expect(describeTake(several, en).voice).toBe("Natasha, Xiaoxiao");
    expect(describeTake(several, zh).voice).toBe("Natasha、晓晓 Xiaoxiao");
    const name = takeFileName({ ...several, voices: ["Noah", "Mei"] }, { codec: "mp3" }, "playable");
    expect(name).toBe("Noah, Mei Good evening.mp3");
  });

  it("and emotion stand in the file's name", () => {
    const take = row({ ...recording, excerpt: "Good evening", emotion: mood({ emo_happy: 0.8 }) });
    expect(takeFileName(take, { codec: "wav" }, "playable")).toBe("lower happy 0.8 Good evening.wav");
  });

  it.each([
    ["pcm_s16le", 1, "Good evening-24000Hz.pcm"],
    ["pcm_mulaw", 1, "Good evening-24000Hz.ulaw"],
    ["pcm_s16le", 2, "Good evening-24000Hz-2channels.pcm"],
  ] as const)(
    "of %s samples on %d channels are saved as WAV, or as they came with their rate in the name",
    async (codec, channels, raw) => {
      const take = row({ voice: "", excerpt: "Good evening" });
      const format = { codec, channels, sampleRate: 24_000 };
      const blob = new Blob([new Uint8Array(8)]);
      expect([takeFileName(take, format, "playable"), takeFileName(take, format, "raw")]).toEqual([
        "Good evening.wav",
        raw,
      ]);
      expect(takeFileOf({ format, blob }, "raw")).toBe(blob);
      expect(await takeFileOf({ format, blob }, "playable").slice(0, 4).text()).toBe("RIFF");
    },
  );
});

it("a take's length stands there as on the player's clock", () => {
  const facts = { bytes: 8_300_000, duration: 343.88 };
  expect(describeTake(row({ facts, sound: "whole" }), en)).toMatchObject({ length: "5:43.9", size: "8.3 MB" });
});

it("a failure is said in the interface's language where its code is known", () => {
  const failure = {
    kind: "refused",
    message: "speed must be from -1 to 1, not 9.",
    code: "out_of_range",
    cost: "none",
  } as const;
  const failed = row({ model: "streamspeech-v8", status: "failed", failure: { ...failure, param: "speed" } });
  expect(describeTake(failed, en).remark).toContain("speed must be from -1 to 1, not 9.");
  expect(describeTake(failed, zh).remark).toContain("语速：超出允许的范围");
  const unknown = row({ status: "failed", failure: { ...failure, code: "odd" } });
  expect(describeTake(unknown, zh).remark).toContain(failure.message);
});

describe("what a take that failed cost", () => {
  const price = { kind: "money", seconds: 14, amount: 0.043, basis: "text" } as const;
  const failedWith = (cost: "none" | "possible" | "refunded", changes: Partial<TakeRow> = {}) =>
    describeTake(row({ status: "failed", price, failure: { kind: "refused", message: "", cost }, ...changes }), en);

  it("is said in the words of the failure, and is the estimate only where it may have been charged", () => {
    expect(failedWith("none")).toMatchObject({ price: "no charge expected", priceHelp: en.page.failure.costs.none });
    expect(en.page.failure.costs.none).toContain("no charge expected");
    expect(zh.page.failure.costs.none).toContain(zh.takes.costs.none);
    expect(failedWith("refunded")).toMatchObject({ price: "refunded", priceHelp: en.page.failure.costs.refunded });
    expect(failedWith("possible").price).toBe("≈ 14 s of audio");
    expect(describeTake(row({ status: "stopped", price, unsent: true }), en).price).toBe("no charge expected");
    expect(describeTake(row({ status: "submitting", price, unsent: true }), en).price).toBe("≈ 14 s of audio");
  });

  it("is the estimate where parts before the one that was refused were spoken", () => {
    expect(failedWith("none", { parts: { count: 3, done: 1 } }).price).toBe("≈ 14 s of audio");
    expect(failedWith("none", { parts: { count: 3, done: 0 } }).price).toBe("no charge expected");
    const tokens = { kind: "tokens", tokens: 12_000 } as const;
    expect(failedWith("none", { price: tokens, parts: { count: 3, done: 1 } }).price).toBe("≤ 12,000 tokens");
  });

  it("isn't shown beside a status that was good", () => {
    const failure = { kind: "task_failed", message: "", code: "reference_unusable", cost: "refunded" } as const;
    expect(failedWith("refunded", { httpStatus: 200, failure })).toMatchObject({
      state: "failed",
      stateHelp: "failed: reference_unusable",
    });
    expect(failedWith("none", { httpStatus: 400 }).state).toBe("400");
    const failed = row({ status: "failed", failure });
    expect(describeTake(failed, zh).stateHelp).toMatch(/^\p{Script=Han}+：reference_unusable$/u);
  });
});

it("money stands with the multiplier with which a take was sent, whatever stands there now", () => {
  const price = { kind: "money", seconds: 7, amount: 0.029, basis: "text" } as const;
  const settled = { kind: "money", seconds: 22, amount: 0.05972, basis: "duration_seconds" } as const;
  const of = (changes: Partial<TakeRow>) => describeTake(row({ price, ...changes }), { ...en, multiplier: 10 });
  expect(of({ multiplier: 2.5 }).price).toBe("≈ 0.0725 (at ×2.5)");
  expect(of({ multiplier: 2.5, settled })).toMatchObject({
    price: "0.1493 (at ×2.5)",
    priceHelp: "price, by its length\nGroup multiplier: 2.5",
  });
  expect(of({}).price).toBe("≈ 7 s of audio");
});

it("what was stopped before any sound came may have been charged, unless it was never sent", () => {
  const stopped = (changes: Partial<TakeRow>) => describeTake(row({ status: "stopped", ...changes }), en).remark;
  expect(stopped({})).toContain("It may have been charged.");
  expect(stopped({ unsent: true })).not.toContain("charged");
  expect(stopped({ sound: "partial" })).not.toContain("charged");
});

it("says beside the model what spoke naturally, and nothing of the engine that needs nothing", () => {
  const modelOf = (engine?: string) => describeTake(row({ model: "cloud-tts", ...(engine && { engine }) }), en).model;
  expect(modelOf()).toBe("Cloud TTS");
  expect(modelOf("espeak-ng")).toBe("Cloud TTS");
  expect(modelOf("kokoro-int8-multi-lang-v1_1, espeak-ng")).toBe("Cloud TTS · kokoro");
  expect(modelOf("sherpa-onnx-zipvoice-distill;transcript=provided")).toBe("Cloud TTS · zipvoice");
});
