import { MPEGDecoder } from "mpg123-decoder";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { mp3FrameHeaders } from "../../audio/formats/mp3-frames.fixture.ts";
import { sampleSentences } from "../../contract/sample-sentences.ts";
import { mp3Bitrates, mp3DelaySeconds, mp3SampleRate } from "./formats.ts";
import { medianFundamental, rootMeanSquare } from "./fundamental-frequency.fixture.ts";
import { builtWorker, speakAll, voiceNamed } from "./speaking.fixture.ts";
import { createSynthesizer, type Synthesizer } from "./synthesizer.ts";

const english = "Good morning, the weather is very nice today. Shall we all go to the market together? I hope so.";

vi.setConfig({ testTimeout: 60_000 });

let synthesizer: Synthesizer;
beforeAll(async () => {
  synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 2 });
}, 60_000);
afterAll(() => synthesizer.close());

const sentence = (language: string) => sampleSentences[language] ?? "";

describe("speed", () => {
  it.each([
    ["English", "en-US-AriaNeural", english],
    ["Mandarin", "zh-CN-YunxiNeural", sentence("zh")],
    ["Russian", "ru-RU-DmitryNeural", sentence("ru")],
    ["Thai", "th-TH-PremwadeeNeural", sentence("th")],
    ["one word", "fr-FR-DeniseNeural", "Bonjour."],
  ])("makes the duration natural / speed within 3 %%: %s", async (_, name, text) => {
    const voice = voiceNamed(name);
    const natural = (await speakAll(synthesizer, { text, voice })).samples.length;
    for (const speed of [0.25, 0.5, 0.9, 1.1, 1.6, 2, 4]) {
      const { samples, durationSeconds } = await speakAll(synthesizer, { text, voice, speed });
      expect(Math.abs((samples.length * speed) / natural - 1), `at ${speed}`).toBeLessThan(0.03);
      expect(durationSeconds).toBeCloseTo(samples.length / 22_050, 5);
    }
  });

  it("carries the word times along", async () => {
    const natural = await speakAll(synthesizer, { text: english });
    // Stretching moves every word alike; another rate of the engine shifts words within a sentence a little.
    for (const [speed, most] of [
      [1.2, 0.02],
      [0.5, 0.2],
      [2, 0.2],
    ] as const) {
      const { words } = await speakAll(synthesizer, { text: english, speed });
      expect(words.map((word) => word.word)).toEqual(natural.words.map((word) => word.word));
      for (const [index, word] of words.entries()) {
        expect(
          Math.abs(word.start * speed - (natural.words[index]?.start ?? 0)),
          `${word.word} at ${speed}`,
        ).toBeLessThan(most);
      }
    }
  });
});

describe("pitch", () => {
  it.each([
    ["en-US-AriaNeural", english],
    ["en-US-GuyNeural", english],
    ["zh-CN-XiaoxiaoNeural", sentence("zh")],
    ["vi-VN-NamMinhNeural", sentence("vi")],
    ["de-DE-ConradNeural", sentence("de")],
    ["ar-EG-SalmaNeural", sentence("ar")],
    ["ja-JP-KeitaNeural", sentence("ja")],
  ])("gives the F0 asked for within 4 %%: %s", async (name, text) => {
    const voice = voiceNamed(name);
    for (const pitch of [
      { multiplier: 1, offset: 0 },
      { multiplier: 0.7, offset: 0 },
      { multiplier: 1.5, offset: 0 },
      { multiplier: 1, offset: 50 },
      { multiplier: 1, offset: -20 },
    ]) {
      const { samples } = await speakAll(synthesizer, { text, voice, pitch });
      const asked = voice.timbre.f0 * pitch.multiplier + pitch.offset;
      const heard = medianFundamental(samples, 22_050);
      expect(Math.abs(heard / asked - 1), `${heard} for ${asked} Hz`).toBeLessThan(0.04);
    }
  });
});

describe("volume", () => {
  it("moves the level by what was asked for within 0.5 dB, and limits above", async () => {
    const level = async (volume: number) => {
      const { samples } = await speakAll(synthesizer, { text: english, volume });
      expect(samples.every((sample) => Math.abs(sample) <= 1)).toBe(true);
      return 20 * Math.log10(rootMeanSquare(samples));
    };
    const natural = await level(1);
    expect(Math.abs((await level(0.5)) - natural + 6.02)).toBeLessThan(0.2);
    expect(Math.abs((await level(1.5)) - natural - 3.52)).toBeLessThan(0.5);
    expect(Math.abs((await level(2)) - natural - 6.02)).toBeLessThan(0.5);
  });

  it("is silence at 0", async () => {
    const { samples } = await speakAll(synthesizer, { text: "Nothing is heard.", volume: 0 });
    expect(samples.length).toBeGreaterThan(10_000);
    expect(samples.every((sample) => sample === 0)).toBe(true);
  });
});

describe("variation", () => {
  const text = "The first of two sentences. Here is the second one.";

  it("is none at 0: two runs sound the same", async () => {
    const [one, other] = [await speakAll(synthesizer, { text }), await speakAll(synthesizer, { text })];
    expect(Math.abs(one.samples.length - other.samples.length)).toBeLessThan(one.samples.length * 0.01);
    const difference = medianFundamental(one.samples, 22_050) / medianFundamental(other.samples, 22_050);
    expect(Math.abs(difference - 1)).toBeLessThan(0.01);
  });

  it("makes every run another, by its seed", async () => {
    let seed = 0;
    const seeded = await createSynthesizer({ workerFile: builtWorker, threads: 1, seed: () => seed });
    const lengths = async (seeds: readonly number[]) => {
      const found: number[] = [];
      for (const each of seeds) {
        seed = each;
        found.push((await speakAll(seeded, { text: "Here is one sentence.", variation: 0.8 })).samples.length);
      }
      return Math.max(...found) / Math.min(...found) - 1;
    };
    try {
      expect(await lengths([5, 5, 5, 5])).toBeLessThan(0.005);
      expect(await lengths([1, 2, 3, 4, 5, 6, 7, 8])).toBeGreaterThan(0.02);
    } finally {
      await seeded.close();
    }
  });
});

describe("MP3", () => {
  it.each(mp3Bitrates)(
    "at %dk is true CBR at its sample rate, without an Info tag, and lasts as long",
    async (bitrate) => {
      const { bytes, durationSeconds } = await speakAll(synthesizer, {
        text: english,
        format: { codec: "mp3", bitrate },
      });
      const frames = mp3FrameHeaders(bytes);
      const sampleRate = mp3SampleRate(bitrate);
      expect(new Set(frames.map((frame) => `${frame.bitrate} ${frame.sampleRate} ${frame.channels}`))).toEqual(
        new Set([`${bitrate} ${sampleRate} 1`]),
      );
      expect(Buffer.from(bytes.subarray(0, 200)).toString("latin1")).not.toMatch(/Xing|Info/);
      const decoder = new MPEGDecoder();
      await decoder.ready;
      const decoded = decoder.decode(bytes);
      decoder.free();
      expect(decoded.sampleRate).toBe(sampleRate);
      expect(decoded.errors).toEqual([]);
      const frameSeconds = (sampleRate > 24_000 ? 1_152 : 576) / sampleRate;
      const extra = decoded.samplesDecoded / sampleRate - durationSeconds;
      expect(extra).toBeGreaterThanOrEqual(0);
      expect(extra).toBeLessThan(mp3DelaySeconds(bitrate) + 2 * frameSeconds);
    },
  );

  it.each([16, 64, 192] as const)("at %dk is late by the delay that is stated", async (bitrate) => {
    const text = "Pop, pop, pop.";
    const plain = await speakAll(synthesizer, { text });
    const { bytes } = await speakAll(synthesizer, { text, format: { codec: "mp3", bitrate } });
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { channelData, sampleRate } = decoder.decode(bytes);
    decoder.free();
    const onset = (samples: Float32Array, rate: number) => samples.findIndex((value) => Math.abs(value) > 0.1) / rate;
    const late = onset(channelData[0] ?? new Float32Array(0), sampleRate) - onset(plain.samples, 22_050);
    expect(Math.abs(late - mp3DelaySeconds(bitrate))).toBeLessThan(0.012);
  });
});

describe("samples", () => {
  it("come at 22,050 and 24,000 Hz, as 16 bits, mu-law and WAV", async () => {
    const { durationSeconds, bytes } = await speakAll(synthesizer, { text: english });
    const near = (length: number, bytesPerSecond: number) =>
      expect(Math.abs(length / bytesPerSecond / durationSeconds - 1)).toBeLessThan(0.005);
    near(bytes.length, 44_100);
    near(
      (await speakAll(synthesizer, { text: english, format: { codec: "pcm_s16le", sampleRate: 24_000 } })).bytes.length,
      48_000,
    );
    near(
      (await speakAll(synthesizer, { text: english, format: { codec: "pcm_mulaw", sampleRate: 22_050 } })).bytes.length,
      22_050,
    );
    const wav = await speakAll(synthesizer, { text: english, format: { codec: "wav", sampleRate: 22_050 } });
    near(wav.bytes.length - 44, 44_100);
  });
});
