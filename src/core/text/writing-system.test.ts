import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findModel, models } from "../../contract/models/index.ts";
import { sampleSentence, sampleSentences } from "../../contract/sample-sentences.ts";
import { findMismatch, firstVoice } from "../voices/voice-fit.ts";
import { languageOfText, readWritingSystem, writingOf, writingsOfLocale } from "./writing-system.ts";

const cloud = findModel("cloud-tts");
const stream = findModel("streamspeech-v8");
const reference = findModel("refvoice-2");
if (cloud === undefined || stream === undefined || reference === undefined) throw new Error("no models");
const cloudVoices = cloud.fields.flatMap((field) => (field.kind === "voice" ? field.voices : []));

const mismatch = (model: typeof cloud, name: string, text: string, liked: readonly string[] = []) =>
  findMismatch(readWritingSystem(text), { model, models, name, atHand: () => liked });

it("tells the language of what may be in another one than is expected, as what a service answers", () => {
  expect(languageOfText("No such voice.", "en")).toBe("en");
  expect(languageOfText("没有这个音色。", "en")).toBe("zh");
  expect(languageOfText("404", "en")).toBe("en");
  expect(languageOfText("No such voice.")).toBeUndefined();
});

describe("the writing of a text", () => {
  it.each([
    ["The night train leaves at ten.", "Latn"],
    ["夜车十点出发。", "Hani"],
    ["夜行列車は十時に出発します。", "Kana"],
    ["밤 기차는 열 시에 떠납니다.", "Hang"],
    ["يغادر القطار الليلي في العاشرة.", "Arab"],
    ["Ночной поезд отходит в десять.", "Cyrl"],
    ["รถไฟกลางคืนออกสิบนาฬิกา", "Thai"],
    ["रात की ट्रेन दस बजे जाती है।", "Deva"],
    ["我用 iPhone 看 Netflix 上的节目，每天晚上都看很久很久才睡觉。", "Hani"],
    ["我爱 iPhone and Mac", undefined],
    ["12:30, 14.07.2026 — 99 % …", undefined],
    ["中", undefined],
    ["", undefined],
    ["🚂🚂🚂", undefined],
  ])("%s", (text, writing) => {
    expect(writingOf(text)).toBe(writing);
  });

  it("is found in half a million characters by looking at a few thousand", () => {
    let looked = 0;
    const counted = (text: string) =>
      Object.assign(Object(text), {
        slice: (from: number, to: number) => {
          looked += to - from;
          return text.slice(from, to);
        },
      });
    expect(writingOf(counted("Ночной поезд. ".repeat(36_000)))).toBe("Cyrl");
    expect(looked).toBeLessThan(5_000);
  });

  it("is found for any text without throwing, and doesn't depend on how often the text is repeated", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 300 }), (text) => void writingOf(text)));
    for (const sentence of Object.values(sampleSentences)) {
      expect(writingOf(sentence.repeat(500))).toBe(writingOf(sentence));
    }
  });
});

describe("voices and writings", () => {
  it("agree for every voice of the catalogue and the sentence of its language", () => {
    const disagreeing = cloudVoices.flatMap(({ name, locale }) => {
      const writing = writingOf(sampleSentence(locale) ?? "");
      return writing !== undefined && writingsOfLocale(locale).has(writing) ? [] : [name];
    });
    expect(disagreeing).toEqual([]);
  });

  it("of the same language bring no hint", () => {
    expect(mismatch(stream, "Mei", "夜车十点出发。")).toBeUndefined();
    expect(mismatch(cloud, "ja-JP-NanamiNeural", "夜行列車")).toBeUndefined();
    expect(mismatch(cloud, "sr-RS-SophieNeural", "Dobro jutro svima")).toBeUndefined();
  });

  it("bring no hint for Latin names in a text of the voice's own", () => {
    for (const text of [
      "我爱 iPhone and Mac",
      "用 Visual Studio Code and GitHub Copilot Enterprise",
      "中 The night train",
    ]) {
      expect(mismatch(stream, "Mei", text)).toBeUndefined();
      expect(mismatch(cloud, "zh-CN-XiaoxiaoNeural", text)).toBeUndefined();
      const field = stream.fields.find((each) => each.kind === "voice");
      if (field === undefined) throw new Error("no voice");
      expect(firstVoice(field, { language: "zh", writing: readWritingSystem(text) })).toBe("Mei");
    }
    expect(mismatch(cloud, "ru-RU-SvetlanaNeural", "Я люблю iPhone and Mac and Netflix")).toBeUndefined();
    // An English voice reads a Latin name all the same, but not the text around it.
    expect(mismatch(stream, "Autumn", "我用 iPhone 看书看了很久很久")).toBeDefined();
  });

  it("bring no hint for a voice that promises other languages", () => {
    expect(mismatch(cloud, "en-US-AvaMultilingualNeural", "夜车十点出发。")).toBeUndefined();
    expect(mismatch(cloud, "ko-KR-HyunsuMultilingualNeural", "The night train leaves.")).toBeUndefined();
    expect(mismatch(cloud, "en-US-AvaNeural", "夜车十点出发。")).toBeDefined();
  });

  it.each([
    ["Autumn", "夜车十点出发。", "Mei"],
    ["Noah", "夜车十点出发。", "Wei"],
    ["Mei", "The night train leaves.", "Autumn"],
  ])("of Model B: %s for %s offers %s", (name, text, offered) => {
    expect(mismatch(stream, name, text)?.offer).toMatchObject({ model: stream, voice: { name: offered } });
  });

  it.each([
    ["en-US-AriaNeural", "夜车十点出发。", "zh-CN-XiaoxiaoNeural"],
    ["en-US-AriaNeural", "夜行列車は十時に出発します。", "ja-JP-NanamiNeural"],
    ["en-US-AriaNeural", "Ночной поезд отходит в десять.", /^ru-RU-/],
    ["en-US-AriaNeural", "يغادر القطار الليلي", /^ar-EG-/],
    ["zh-CN-XiaoxiaoNeural", "Good evening to all", /^en-US-/],
  ])("of Model A: %s for %s offers %s", (name, text, offered) => {
    const found = mismatch(cloud, name, text);
    expect(found?.offer?.voice.name).toMatch(offered);
    expect(found?.offer?.voice.gender).toBe("female");
  });

  it("offers a voice at hand before any other, where it speaks the language", () => {
    const liked = ["de-DE-ConradNeural", "zh-CN-YunxiNeural"];
    expect(mismatch(cloud, "en-US-AriaNeural", "夜车十点出发。", liked)?.offer?.voice.name).toBe("zh-CN-YunxiNeural");
  });

  it("offers another model where the chosen one has no such voice", () => {
    expect(mismatch(stream, "Autumn", "밤 기차는 열 시에 떠납니다.")).toMatchObject({
      language: "ko",
      offer: { model: cloud, voice: { locale: "ko-KR" } },
    });
  });

  it("says nothing about a voice that nobody knows, or a recording", () => {
    expect(mismatch(cloud, "xx-XX-NobodyNeural", "夜车十点出发。")).toBeUndefined();
    expect(mismatch(reference, "https://media.example.org/a.wav", "夜车十点出发。")).toBeUndefined();
  });
});
