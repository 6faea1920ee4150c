import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cloudVoices } from "../../contract/models/cloud-tts-voices.ts";
import { sampleSentences } from "../../contract/sample-sentences.ts";
import { rootMeanSquare } from "./fundamental-frequency.fixture.ts";
import { builtWorker, speakAll, utteranceOf, voiceNamed } from "./speaking.fixture.ts";
import { createSynthesizer, NothingToSpeakError, type Synthesizer } from "./synthesizer.ts";
import { planVoice } from "./voices/plan.ts";

vi.setConfig({ testTimeout: 60_000 });

let synthesizer: Synthesizer;
beforeAll(async () => {
  synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 2 });
}, 60_000);
afterAll(() => synthesizer.close());

/** How many words are told at least of a sample in these languages; of one in any other, three. */
const leastWords: Readonly<Record<string, number>> = { zh: 8, ko: 5, ar: 5, es: 7 };

describe("every language of the catalogue", () => {
  // One voice for each language of the engine: regional ones included.
  const voices = new Map(
    cloudVoices.flatMap((voice) => {
      const plan = planVoice(voice, cloudVoices);
      if (plan === undefined) return [];
      return [[`${voice.locale.split("-")[0]} as ${plan.language}`, { voice, engine: plan }] as const];
    }),
  );

  it("has 64 languages of its own, 6 with a stand-in and the regional ones", () => {
    expect(new Set([...voices.values()].map(({ voice }) => voice.locale.split("-")[0])).size).toBe(70);
  });

  it.each([...voices])("%s is heard, word by word", async (_, { voice, engine }) => {
    const tag = voice.locale.split("-")[0] ?? "";
    const text = sampleSentences[engine.language === "yue" ? "yue" : tag] ?? "";
    expect(text).not.toBe("");
    const { samples, words, durationSeconds, language } = await speakAll(synthesizer, { text, voice: engine });
    expect(durationSeconds).toBeGreaterThan(1.5);
    expect(durationSeconds).toBeLessThan(9);
    // No voice is louder than another: −20 dB, give or take what a single sentence does.
    expect(Math.abs(20 * Math.log10(rootMeanSquare(samples)) + 20)).toBeLessThan(2);
    expect(language).toBe(engine.spokenLanguage);
    expect(words.length).toBeGreaterThanOrEqual(leastWords[tag] ?? 3);
    // Spelt out, letters would need several times as long.
    expect(durationSeconds / Array.from(text).length).toBeLessThan(0.4);
  });
});

describe("word and sentence times", () => {
  it("name the words of the original, in order, within the audio", async () => {
    const text = "Tom & Jerry <b>bold</b> [[x]] 😀 end. A second one, with 1234 in it!\n\n今天 third.";
    const { words, sentences, durationSeconds } = await speakAll(synthesizer, { text });
    const characters = Array.from(text);
    let before = 0;
    for (const { word, start, end, textOffset } of words) {
      expect(characters.slice(textOffset, textOffset + Array.from(word).length).join("")).toBe(word);
      expect(start).toBeGreaterThanOrEqual(before - 1e-9);
      expect(end).toBeGreaterThanOrEqual(start);
      expect(end).toBeLessThanOrEqual(durationSeconds + 1e-9);
      before = start;
    }
    const said = words.map(({ word }) => word);
    for (const expected of ["Tom", "Jerry", "<b>bold</b>", "1234", "third"]) expect(said).toContain(expected);
    expect(said.filter((word) => word === "1234")).toHaveLength(1);
    expect(sentences.map(({ sentence }) => sentence)).toEqual([
      "Tom & Jerry <b>bold</b> [[x]] 😀 end.",
      "A second one, with 1234 in it!",
      "今天 third.",
    ]);
    for (const { sentence, textOffset } of sentences) {
      expect(characters.slice(textOffset, textOffset + Array.from(sentence).length).join("")).toBe(sentence);
    }
  });

  it("leaves a pause of the engine's own length between sentences", async () => {
    const { sentences } = await speakAll(synthesizer, { text: "Here is one. Here is two." });
    expect((sentences[1]?.start ?? 0) - (sentences[0]?.end ?? 0)).toBeCloseTo(0.295, 2);
  });
});

describe("Japanese", () => {
  const voice = voiceNamed("ja-JP-NanamiNeural");

  it("reads kanji, and says where each phrase stands in what was written", async () => {
    const text = "今日は東京へ行く。";
    const { words } = await speakAll(synthesizer, { text, voice });
    expect(words.map(({ word, textOffset }) => [word, textOffset])).toEqual([
      ["今日は", 0],
      ["東京へ", 3],
      ["行く", 6],
    ]);
  });

  it("says the same for kanji as for the kana that they are read as", async () => {
    const kanji = await speakAll(synthesizer, { text: "学校を見学した。", voice });
    const kana = await speakAll(synthesizer, { text: "ガッコーオ ケンガク シタ。", voice });
    expect(Math.abs(kanji.durationSeconds / kana.durationSeconds - 1)).toBeLessThan(0.02);
  });
});

describe("odd texts", () => {
  it.each(["", "  \n\t ", "...", "\0", "\ud800\udc00\ud800".slice(2), "\u202e\u2066", "—。！", "♪♫", "①②③"])(
    "%j: nothing to speak",
    async (text) => {
      await expect(speakAll(synthesizer, { text })).rejects.toBeInstanceOf(NothingToSpeakError);
    },
  );

  it("says nothing of signs for which a language has no words, and what stands beside them", async () => {
    const voice = voiceNamed("zh-CN-XiaoxiaoNeural");
    await expect(speakAll(synthesizer, { text: "😀😀🎉", voice })).rejects.toBeInstanceOf(NothingToSpeakError);
    await expect(speakAll(synthesizer, { text: "♪♫", speed: 2 })).rejects.toBeInstanceOf(NothingToSpeakError);
    const { words, samples } = await speakAll(synthesizer, { text: "♪♫\n\n你好。", voice });
    expect(words.map(({ word }) => word).join("")).toBe("你好");
    expect(rootMeanSquare(samples)).toBeGreaterThan(0.01);
  });

  it.each([
    ["NUL inside", "one\0two"],
    ["lone surrogates", "one \ud83d two \ude00 three"],
    ["bidirectional controls", "\u202eone two\u202c \u2067three\u2069"],
    ["SSML", '<speak><break time="99s"/><audio src="http://127.0.0.1/"/>one two</speak>'],
    ["phonemes", "[[h@'loU]] one two"],
    ["entities", "&lt;one&gt; &#0; &amp;amp; two"],
    ["a word of 3,000 letters", "a".repeat(3_000)],
    ["marks piled up", `one${"\u0301".repeat(2_000)} two`],
    ["emoji", "👨‍👩‍👧‍👦 one 🏳️‍🌈 two 👍🏽"],
    ["unassigned and private", "one \u{e000} two \u{10ffff} \ufffe"],
    ["another script", "Привет, one 你好 two שלום"],
  ])("%s: speech", async (_, text) => {
    const { durationSeconds, samples } = await speakAll(synthesizer, { text });
    expect(rootMeanSquare(samples)).toBeGreaterThan(0.01);
    expect(durationSeconds).toBeLessThan(400);
  });

  it("obeys no break and opens no file: markup is read aloud", async () => {
    const { durationSeconds, words } = await speakAll(synthesizer, { text: '<break time="9s"/> x' });
    expect(durationSeconds).toBeLessThan(6);
    expect(words.map(({ word }) => word)).toContain("<break");
  });

  it("reports an aborted signal without starting", async () => {
    const reason = new Error("gone");
    const synthesis = synthesizer.speak(utteranceOf({ text: "Hello." }), AbortSignal.abort(reason));
    await expect(synthesis.result).rejects.toBe(reason);
  });
});
