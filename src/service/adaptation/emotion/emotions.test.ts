import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refVoice2 } from "../../../contract/models/refvoice-2.ts";
import type { Measurement } from "../measuring/measure.ts";
import { type EmotionVector, emotionNames, emotions, expressionOf, neutral, randomised } from "./emotions.ts";
import { expressionBetween } from "./recorded.ts";

const intensity = fc.double({ min: 0, max: 1, noNaN: true });
const vector: fc.Arbitrary<EmotionVector> = fc.record(
  Object.fromEntries(emotionNames.map((name) => [name, intensity])),
  { requiredKeys: [] },
);

describe("the vector", () => {
  test("has every emotion of section 2.5 but the one that is fixed at 0", () => {
    const documented = refVoice2.fields
      .filter(({ kind, key }) => kind === "number" && key.startsWith("emo_") && key !== "emo_surprised")
      .map(({ key }) => key);
    expect([...emotionNames]).toEqual(documented);
  });

  test("all zero leaves the speaker as they are", () => {
    expect(expressionOf({})).toEqual(neutral);
    expect(expressionOf(Object.fromEntries(emotionNames.map((name) => [name, 0])))).toEqual(neutral);
  });

  test.each(emotionNames)("%s at 1 is itself", (name) => {
    const expression = expressionOf({ [name]: 1 });
    for (const [quality, value] of Object.entries(emotions[name])) {
      expect(expression).toHaveProperty(quality, expect.closeTo(value, 9));
    }
  });

  test("half an emotion is half the way: by ratio in factors, by amount in decibels", () => {
    const half = expressionOf({ emo_sad: 0.5 });
    expect(half.pitch ** 2).toBeCloseTo(emotions.emo_sad.pitch, 9);
    expect(half.rate ** 2).toBeCloseTo(emotions.emo_sad.rate, 9);
    expect(half.gain * 2).toBeCloseTo(emotions.emo_sad.gain, 9);
  });

  test("opposites weaken each other", () => {
    const both = expressionOf({ emo_happy: 1, emo_sad: 1 });
    expect(both.rate).toBeGreaterThan(emotions.emo_sad.rate);
    expect(both.rate).toBeLessThan(emotions.emo_happy.rate);
  });

  test("no mixture leaves the range of voices", () => {
    fc.assert(
      fc.property(vector, (mixture) => {
        const { pitch, range, rate, gain, tilt, roughness, flutter } = expressionOf(mixture);
        for (const factor of [pitch, range, rate]) {
          expect(factor).toBeGreaterThanOrEqual(0.3);
          expect(factor).toBeLessThanOrEqual(2.2);
        }
        expect(Math.abs(gain)).toBeLessThanOrEqual(12);
        expect(Math.abs(tilt)).toBeLessThanOrEqual(5);
        expect(roughness).toBeLessThanOrEqual(5);
        expect(flutter).toBeLessThanOrEqual(14);
      }),
    );
  });
});

describe("chance", () => {
  test("moves each intensity by at most 0.35, within 0 to 1, as the numbers say", () => {
    fc.assert(
      fc.property(vector, fc.array(intensity, { minLength: 7, maxLength: 7 }), (mixture, numbers) => {
        const draw = () => {
          let index = 0;
          return () => numbers[index++] ?? 0;
        };
        const varied = randomised(mixture, draw());
        for (const name of emotionNames) {
          expect(varied[name]).toBeGreaterThanOrEqual(0);
          expect(varied[name]).toBeLessThanOrEqual(1);
          expect(Math.abs((varied[name] ?? 0) - (mixture[name] ?? 0))).toBeLessThanOrEqual(0.35 + 1e-9);
        }
        expect(randomised(mixture, draw())).toEqual(varied);
      }),
    );
  });

  test("gives a neutral vector an emotion", () => {
    expect(expressionOf(randomised({}, () => 0.9))).not.toEqual(neutral);
  });
});

describe("an emotion recording", () => {
  const voice: Measurement = {
    pitch: { median: 120, low: 110, high: 130, voicedSeconds: 2 },
    syllableRate: 5,
    level: -20,
    spectrum: new Array<number>(20).fill(-30),
    bandwidth: 9_000,
    formants: [500, 1_500, 2_500],
  };

  test("that is the voice reference changes nothing", () => {
    expect(expressionBetween(voice, voice)).toEqual(neutral);
  });

  test("gives its range, rate and level relative to the voice, and not the height of its voice", () => {
    const pitch = { median: 240, low: 240 / (130 / 110), high: 240 * (130 / 110), voicedSeconds: 2 };
    const { range, rate, gain, ...rest } = expressionBetween({ ...voice, pitch, syllableRate: 6, level: -17 }, voice);
    expect(range).toBeCloseTo(2, 9);
    expect(rate).toBeCloseTo(1.2, 9);
    expect(gain).toBe(3);
    expect(rest).toEqual({ pitch: 1, tilt: 0, roughness: 0, flutter: 0 });
  });

  test("without syllables or intonation takes nothing to zero or infinity", () => {
    const flat = { ...voice, pitch: { ...voice.pitch, low: 120, high: 120 }, syllableRate: 0, level: -60 };
    for (const expression of [expressionBetween(flat, voice), expressionBetween(voice, flat)]) {
      expect(Object.values(expression).every((value) => Number.isFinite(value))).toBe(true);
      expect(expression.rate).toBe(1);
      expect(Math.abs(expression.gain)).toBeLessThanOrEqual(12);
    }
  });
});
