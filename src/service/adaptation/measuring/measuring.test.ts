import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeRecording } from "../../reference/decode.ts";
import type { Recording } from "../../reference/recording.ts";
import { ReferenceUnusableError } from "../../reference/unusable.ts";
import { equaliserBands } from "../../synthesis/signal/equaliser.ts";
import { bursts, noise, tone, vowel, wavFile } from "../recordings.fixture.ts";
import { measureActivity } from "./activity.ts";
import { formantRatio, formantSampleRate, measureFormants } from "./formants.ts";
import { measureRecording } from "./measure.ts";
import { measurePitch, pitchSampleRate, semitones } from "./pitch.ts";
import { resample } from "./resample.ts";
import { spectralDistance } from "./spectral-distance.fixture.ts";
import { longTermSpectrum } from "./spectrum.ts";
import { syllableRate } from "./syllables.ts";

describe("pitch", () => {
  test.each([60, 75, 100, 141, 200, 283, 400, 480])("of a voice at %i Hz, within 1 %%", (f0) => {
    const { samples } = vowel(() => f0, 1, { sampleRate: pitchSampleRate });
    const { median, low, high, voicedSeconds } = measurePitch(samples);
    expect(median / f0).toBeGreaterThan(0.99);
    expect(median / f0).toBeLessThan(1.01);
    expect(semitones({ low, high })).toBeLessThan(0.2);
    expect(voicedSeconds).toBeGreaterThan(0.85);
  });

  test.each([80, 150, 220, 440])("of a tone at %i Hz", (frequency) => {
    expect(measurePitch(tone(frequency, 1, pitchSampleRate).samples).median / frequency).toBeCloseTo(1, 2);
  });

  test("of a glide: its middle, and nine tenths and one tenth of the way", () => {
    const { samples } = vowel((time) => 120 * 2 ** (time / 4), 4, { sampleRate: pitchSampleRate });
    const { median, low, high } = measurePitch(samples);
    expect(12 * Math.log2(median / 120)).toBeCloseTo(6, 0);
    expect(semitones({ low, high })).toBeGreaterThan(9.2);
    expect(semitones({ low, high })).toBeLessThan(10);
  });

  test("is found in noise of a tenth of the voice", () => {
    const { samples } = vowel(() => 130, 2, { sampleRate: pitchSampleRate });
    const hiss = noise(2, pitchSampleRate).samples;
    expect(measurePitch(samples.map((sample, index) => sample + 0.05 * (hiss[index] ?? 0))).median).toBeCloseTo(
      130,
      -1,
    );
  });

  test("neither silence nor noise has one", () => {
    expect(measurePitch(new Float32Array(pitchSampleRate)).voicedSeconds).toBe(0);
    expect(measurePitch(noise(2, pitchSampleRate).samples).voicedSeconds).toBeLessThan(0.1);
  });
});

describe("the long-term spectrum", () => {
  test.each([3, 8, 13, 18])("of a tone is highest in its band, %i", (band) => {
    const spectrum = longTermSpectrum(tone(equaliserBands[band] ?? 0, 1).samples, 22_050);
    expect(spectrum.indexOf(Math.max(...spectrum))).toBe(band);
  });

  test("of white noise is flat within 1.5 dB", () => {
    const spectrum = longTermSpectrum(noise(5).samples, 22_050);
    expect(Math.max(...spectrum) - Math.min(...spectrum)).toBeLessThan(1.5);
  });

  test("doesn't count pauses", () => {
    const { samples } = noise(2);
    const paused = samples.map((sample, index) => (Math.floor(index / 11_025) % 2 === 0 ? sample : sample / 1_000));
    expect(spectralDistance(longTermSpectrum(samples, 22_050), longTermSpectrum(paused, 22_050))).toBeLessThan(0.7);
  });

  test("distances don't depend on level, are symmetric, and 0 only for the same shape", () => {
    const levels = fc.array(fc.integer({ min: -60, max: 60 }), { minLength: 20, maxLength: 20 });
    fc.assert(
      fc.property(levels, levels, fc.integer({ min: -40, max: 40 }), (first, second, gain) => {
        const louder = first.map((level) => level + gain);
        expect(spectralDistance(first, louder)).toBeCloseTo(0, 9);
        expect(spectralDistance(louder, second)).toBeCloseTo(spectralDistance(second, first), 9);
      }),
    );
    expect(
      spectralDistance(
        new Array(20).fill(0),
        equaliserBands.map((_, band) => band),
      ),
    ).toBeGreaterThan(4);
  });
});

describe("formants", () => {
  const measured = (formants: readonly number[], f0 = 110) =>
    measureFormants(vowel(() => f0, 1, { formants, sampleRate: formantSampleRate }).samples);

  test.each([[[500, 1_500, 2_500]], [[300, 2_200, 3_000]], [[700, 1_150, 2_400]]])(
    "of a filter with resonances at %j Hz: the second and third within 5 %%",
    (formants) => {
      const [first, second, third] = measured(formants);
      expect(Math.abs(first / (formants[0] ?? 1) - 1)).toBeLessThan(0.25);
      expect(Math.abs(second / (formants[1] ?? 1) - 1)).toBeLessThan(0.05);
      expect(Math.abs(third / (formants[2] ?? 1) - 1)).toBeLessThan(0.05);
    },
  );

  test.each([0.85, 1, 1.15, 1.25])("of a vocal tract shortened by %f, within 4 %%", (scale) => {
    const shortened = measured([500 * scale, 1_500 * scale, 2_500 * scale], 140);
    expect(Math.abs(formantRatio(shortened, [500, 1_500, 2_500]) / scale - 1)).toBeLessThan(0.04);
  });

  test("of silence are none, and then nothing is scaled", () => {
    const silent = measureFormants(new Float32Array(formantSampleRate));
    expect(silent).toEqual([0, 0, 0]);
    expect(formantRatio(silent, [500, 1_500, 2_500])).toBe(1);
  });
});

describe("syllables and level", () => {
  test.each([2, 3, 4, 5, 6])("%i bursts a second", (perSecond) => {
    const { samples, sampleRate } = bursts(perSecond, 4);
    const activity = measureActivity(samples, sampleRate);
    expect((syllableRate(activity) * activity.seconds) / 4).toBeCloseTo(perSecond, 0);
  });

  test("pauses change neither rate nor level", () => {
    const { samples, sampleRate } = bursts(4, 4);
    const longer = new Float32Array(samples.length * 2);
    longer.set(samples);
    const [whole, paused] = [measureActivity(samples, sampleRate), measureActivity(longer, sampleRate)];
    expect(syllableRate(paused)).toBeCloseTo(syllableRate(whole), 1);
    expect(paused.level).toBeCloseTo(whole.level, 1);
  });

  test("a quarter of the amplitude is 12 dB less", () => {
    const { samples, sampleRate } = bursts(4, 2);
    const quiet = measureActivity(
      samples.map((sample) => sample / 4),
      sampleRate,
    );
    expect(measureActivity(samples, sampleRate).level - quiet.level).toBeCloseTo(12, 0);
  });
});

describe("recordings", () => {
  const speech = vowel((time) => 150 + 30 * Math.sin(3 * time), 3, { sampleRate: 44_100 });

  test("say the same in any format", async () => {
    const expected = await measureRecording(speech);
    const forms = [
      wavFile(speech, { depth: 24, channels: 2 }),
      wavFile(speech, { depth: "float" }),
      wavFile(await resample(speech, 48_000), { channels: 2 }),
      wavFile({ ...speech, samples: speech.samples.map((sample) => sample + 0.2) }),
    ];
    for (const file of forms) {
      const measured = await measureRecording(await decodeRecording(file));
      expect(measured.pitch.median / expected.pitch.median).toBeCloseTo(1, 2);
      expect(measured.level).toBeCloseTo(expected.level, 0);
      // Above 4.5 kHz there is nothing but the noise of each format.
      expect(spectralDistance(measured.spectrum, expected.spectrum, 4_500)).toBeLessThan(0.5);
    }
  });

  test.each([
    ["a deep vowel", vowel(() => 70, 2, { formants: [300, 700, 2_300] })],
    ["a high one", vowel(() => 400, 2, { formants: [430, 1_100, 2_800] })],
  ])("%s is a voice and no tone", async (_what, recording) => {
    expect((await measureRecording(recording)).pitch.median).toBeGreaterThan(60);
  });

  test("at 8 kHz tell nothing about what is above 3.6 kHz", async () => {
    const expected = await measureRecording(speech);
    const measured = await measureRecording(await resample(speech, 8_000));
    expect(measured.bandwidth).toBe(3_600);
    expect(measured.pitch.median / expected.pitch.median).toBeCloseTo(1, 2);
    expect(spectralDistance(measured.spectrum, expected.spectrum, measured.bandwidth)).toBeLessThan(1.5);
  });

  const whistle: Recording = {
    sampleRate: 22_050,
    samples: Float32Array.from(
      { length: 44_100 },
      (_, index) => 0.4 * Math.sin(index / 12 + 3 * Math.sin(index / 3_000)),
    ),
  };
  const unusable: [string, Recording, string][] = [
    ["shorter than a second", vowel(() => 120, 0.95), "too_short"],
    ["empty", { sampleRate: 22_050, samples: new Float32Array(0) }, "too_short"],
    ["silent", { sampleRate: 22_050, samples: new Float32Array(44_100) }, "no_voice"],
    ["a constant", { sampleRate: 22_050, samples: new Float32Array(44_100).fill(0.5) }, "no_voice"],
    ["noise", noise(3), "no_voice"],
    ["a tone too high for a voice", tone(3_000, 2), "no_voice"],
    ["a tone as low as a voice", tone(120, 2), "no_voice"],
    ["a tone as high as a voice", tone(440, 2, 44_100), "no_voice"],
    ["a whistle that goes up and down", whistle, "no_voice"],
  ];
  test.each(unusable)("one that is %s can't be used", async (_, recording, reason) => {
    const error = await measureRecording(recording).catch((thrown: unknown) => thrown);
    expect(error instanceof ReferenceUnusableError && error.reason).toBe(reason);
  });

  test("music gives numbers, whatever they mean", async () => {
    const chord = [220, 277, 330].map((frequency) => tone(frequency, 2).samples);
    const samples = new Float32Array(44_100).map((_, index) =>
      chord.reduce((sum, part) => sum + (part[index] ?? 0) / 3, 0),
    );
    const measured = await measureRecording({ sampleRate: 22_050, samples }).catch((error: unknown) => error);
    if (measured instanceof Error) expect(measured).toBeInstanceOf(ReferenceUnusableError);
    else expect(JSON.stringify(measured)).not.toContain("null");
  });
});
