import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { joinSamples } from "../../contract/bytes.ts";
import type { Recording } from "../reference/recording.ts";
import { medianFundamental } from "../synthesis/fundamental-frequency.fixture.ts";
import { equaliserBands } from "../synthesis/signal/equaliser.ts";
import { TimeStretch } from "../synthesis/signal/time-stretch.ts";
import { builtWorker, speakAll } from "../synthesis/speaking.fixture.ts";
import { createSynthesizer, type Synthesizer, type Utterance } from "../synthesis/synthesizer.ts";
import { type Emotion, emotionNames, emotions, expressionOf, neutral } from "./emotion/emotions.ts";
import { expressionBetween } from "./emotion/recorded.ts";
import { calibrationText } from "./fitting/calibration-texts.ts";
import { utteranceWith } from "./fitting/express.ts";
import { type FittingLanguage, fitVoice, tuneToText } from "./fitting/fit-voice.ts";
import type { VoiceProfile } from "./fitting/profile.ts";
import { formantRatio } from "./measuring/formants.ts";
import type { Measurement } from "./measuring/measure.ts";
import { semitones } from "./measuring/pitch.ts";
import { spectralDistance } from "./measuring/spectral-distance.fixture.ts";
import { createMeasuringThread, type MeasuringThread } from "./measuring/thread.ts";
import { wavFile } from "./recordings.fixture.ts";
import { recordSpeaker, speakers } from "./speakers.fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Nothing of what a speaker's recording says, nor of what voices are fitted on. */
const text =
  "Yesterday I walked along the harbour and watched the boats come home. Nobody knew how long summer would last.";
const english: FittingLanguage = {
  name: "en-us",
  spokenLanguage: "en-US",
  sample: calibrationText("en-us", "en-US") ?? "",
};

interface Person {
  readonly recording: Recording;
  readonly measured: Measurement;
  readonly profile: VoiceProfile;
  readonly heard: Heard;
}

interface Heard {
  readonly samples: Float32Array;
  readonly seconds: number;
  readonly measured: Measurement;
}

let synthesizer: Synthesizer;
let measuring: MeasuringThread;
let lower: Person;
let higher: Person;
let lively: Person;
let plain: Heard;

beforeAll(async () => {
  synthesizer = await createSynthesizer({ workerFile: builtWorker, threads: 1 });
  measuring = createMeasuringThread(new URL("measuring-worker.js", builtWorker));
  lower = await meet("lower");
  higher = await meet("higher");
  lively = await meet("lively");
  const timbre = { f0: 110, formantScale: 1, flutter: 2, roughness: 0, brightness: 100, liveliness: 1 };
  plain = await hear({
    ...utteranceWith(text, lower.profile, neutral),
    equaliser: equaliserBands.map(() => 0),
    speed: 1,
    voice: { ...lower.profile.voice, timbre },
  });
}, 60_000);
afterAll(async () => {
  await synthesizer.close();
  await measuring.close();
});

async function meet(name: keyof typeof speakers): Promise<Person> {
  const recording = await recordSpeaker(synthesizer, speakers[name]);
  const measured = await measuring.measure(wavFile(recording));
  const tools = { synthesizer, measuring };
  const profile = await tuneToText(await fitVoice(measured, english, tools), measured, text, tools);
  return { recording, measured, profile, heard: await hear(utteranceWith(text, profile, neutral)) };
}

async function hear(utterance: Utterance): Promise<Heard> {
  const spoken = await speak(utterance);
  const measured = await measuring.measure(wavFile({ sampleRate: 22_050, samples: spoken.samples }));
  return { samples: spoken.samples, seconds: spoken.durationSeconds, measured };
}

const speak = (utterance: Utterance) =>
  speakAll(synthesizer, { ...utterance, format: { codec: "pcm_s16le", sampleRate: 22_050 } });

const everyone = () => [lower, higher, lively];

describe("the adapted voice", () => {
  it("speaks within 6 % of the reference's pitch, by another method than it was fitted with", () => {
    for (const { recording, heard } of everyone()) {
      const [wanted, got] = [recording, { sampleRate: 22_050, samples: heard.samples }].map(({ samples, sampleRate }) =>
        medianFundamental(samples, sampleRate),
      );
      expect(Math.abs((got ?? 0) / (wanted ?? 1) - 1)).toBeLessThan(0.06);
    }
  });

  it("sounds nearer its reference than before, and nearer than to any other", () => {
    for (const person of everyone()) {
      const distance = (heard: Heard, to: Person) => spectralDistance(heard.measured.spectrum, to.measured.spectrum);
      const own = distance(person.heard, person);
      expect(own).toBeLessThan(3);
      expect(own).toBeLessThan(0.8 * distance(plain, person));
      for (const other of everyone().filter((candidate) => candidate !== person)) {
        expect(own).toBeLessThan(0.6 * distance(person.heard, other));
      }
    }
  });

  it("moves its formants towards the reference's", () => {
    for (const { heard, measured } of everyone()) {
      const before = Math.abs(Math.log(formantRatio(plain.measured.formants, measured.formants)));
      const after = Math.abs(Math.log(formantRatio(heard.measured.formants, measured.formants)));
      expect(after).toBeLessThan(Math.max(0.05, before));
    }
  });

  it("takes over how lively and how fast somebody speaks", () => {
    expect(semitones(lively.heard.measured.pitch)).toBeGreaterThan(1.3 * semitones(lower.heard.measured.pitch));
    expect(lively.heard.seconds).toBeLessThan(0.9 * lower.heard.seconds);
  });

  it("slows down with a reference that is spoken 1.7 times slower", async () => {
    const { recording, heard } = lively;
    const stretch = new TimeStretch(1 / 1.7);
    const samples = joinSamples([stretch.push(recording.samples), stretch.finish()]);
    const measured = await measuring.measure(wavFile({ sampleRate: 22_050, samples }));
    const tools = { synthesizer, measuring };
    const profile = await tuneToText(await fitVoice(measured, english, tools), measured, text, tools);
    const slow = await hear(utteranceWith(text, profile, neutral));
    expect(slow.seconds / heard.seconds).toBeGreaterThan(1.3);
    expect(slow.seconds / heard.seconds).toBeLessThan(2);
  });

  it("keeps its level, whatever the equaliser does", () => {
    for (const { heard } of everyone()) expect(Math.abs(heard.measured.level - plain.measured.level)).toBeLessThan(2.5);
  });

  it("is fitted in other languages", async () => {
    const mandarin = { name: "cmn", spokenLanguage: "zh-CN", sample: calibrationText("cmn", "zh-CN") ?? "" };
    const tools = { synthesizer, measuring };
    const words = "今天的天气很好，我们打算去公园散步，然后回家吃饭。";
    const profile = await tuneToText(await fitVoice(higher.measured, mandarin, tools), higher.measured, words, tools);
    const heard = await hear(utteranceWith(words, profile, neutral));
    expect(Math.abs(heard.measured.pitch.median / higher.measured.pitch.median - 1)).toBeLessThan(0.06);
    expect(spectralDistance(heard.measured.spectrum, higher.measured.spectrum)).toBeLessThan(
      spectralDistance(plain.measured.spectrum, higher.measured.spectrum),
    );
  });
});

it.each(["No.", "…"])("what is too short to be measured, %j, leaves the voice as it is", async (text) => {
  const tools = { synthesizer, measuring };
  expect(await tuneToText(lower.profile, lower.measured, text, tools)).toEqual(lower.profile);
});

it.each([
  ["the deepest growl", { median: 56, low: 55, high: 57, voicedSeconds: 1 }, 0.5, [200, 700, 1_200]],
  ["a whistle", { median: 495, low: 300, high: 499, voicedSeconds: 1 }, 30, [0, 0, 0]],
] as const)("%s is met as far as the engine goes", async (_, pitch, syllableRate, formants) => {
  const spectrum = equaliserBands.map((_, band) => (band % 2) * -120);
  const strange: Measurement = { pitch, syllableRate, level: -70, spectrum, bandwidth: 1_800, formants };
  const profile = await fitVoice(strange, english, { synthesizer, measuring });
  const { samples } = await speak(utteranceWith(text, profile, expressionOf({ emo_angry: 1, emo_afraid: 1 })));
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  expect(peak).toBeGreaterThan(0.05);
  expect(peak).toBeLessThanOrEqual(1);
});

describe("emotion by vector", () => {
  const express = (emotion: Emotion, intensity: number) =>
    hear(utteranceWith(text, lower.profile, expressionOf({ [emotion]: intensity })));

  it.each(emotionNames)("%s moves pitch, range, rate and level in its direction", async (emotion) => {
    const { pitch, range, rate, gain } = emotions[emotion];
    const base = lower.heard;
    const heard = await express(emotion, 1);
    expect(heard.measured.pitch.median / base.measured.pitch.median / pitch).toBeGreaterThan(0.94);
    expect(heard.measured.pitch.median / base.measured.pitch.median / pitch).toBeLessThan(1.06);
    expect(base.seconds / heard.seconds).toBeCloseTo(rate, 1);
    if (Math.abs(Math.log(range)) > 0.2) {
      const widened = semitones(heard.measured.pitch) / semitones(base.measured.pitch);
      expect(widened > 1).toBe(range > 1);
    }
    expect(Math.abs(heard.measured.level - base.measured.level - gain)).toBeLessThan(2);
  });

  it("half an emotion is heard between none and all of it", async () => {
    const half = await express("emo_sad", 0.5);
    const whole = await express("emo_sad", 1);
    for (const of of [
      (heard: Heard) => heard.measured.pitch.median,
      (heard: Heard) => -heard.seconds,
      (heard: Heard) => heard.measured.level,
    ]) {
      expect(of(half)).toBeLessThan(of(lower.heard));
      expect(of(half)).toBeGreaterThan(of(whole));
    }
  });

  it("anger is brighter and sadness duller, by what can be heard of the spectrum", async () => {
    const brightness = ({ measured: { spectrum } }: Heard) => (spectrum[16] ?? 0) - (spectrum[6] ?? 0);
    expect(brightness(await express("emo_angry", 1))).toBeGreaterThan(brightness(lower.heard) + 4);
    expect(brightness(await express("emo_sad", 1))).toBeLessThan(brightness(lower.heard) - 4);
  });
});

describe("emotion by recording", () => {
  it("brings another's range and rate to a voice and leaves its height", async () => {
    const expression = expressionBetween(lively.measured, lower.measured);
    const heard = await hear(utteranceWith(text, lower.profile, expression));
    expect(Math.abs(heard.measured.pitch.median / lower.heard.measured.pitch.median - 1)).toBeLessThan(0.1);
    expect(semitones(heard.measured.pitch)).toBeGreaterThan(1.2 * semitones(lower.heard.measured.pitch));
    expect(heard.seconds).toBeLessThan(0.95 * lower.heard.seconds);
  });

  it("a louder recording makes a louder voice", async () => {
    const samples = lower.recording.samples.map((sample) => sample / 2);
    const quiet = await measuring.measure(wavFile({ sampleRate: 22_050, samples }));
    const heard = await hear(utteranceWith(text, lower.profile, expressionBetween(quiet, lower.measured)));
    expect(heard.measured.level - lower.heard.measured.level).toBeCloseTo(-6, 0);
  });
});
