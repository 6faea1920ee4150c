import { describe, expect, test } from "vitest";
import { joinSamples } from "../../contract/bytes.ts";
import { vowel } from "../adaptation/recordings.fixture.ts";
import type { Recording } from "../reference/recording.ts";
import { cutSpeech } from "./cut-speech.ts";

const sampleRate = 22_050;
const silence = (seconds: number) => new Float32Array(Math.round(seconds * sampleRate));
const aSecond = vowel(() => 120, 1).samples;
const speech = (seconds: number) => aSecond.subarray(0, Math.round(seconds * sampleRate));
const recording = (...parts: readonly Float32Array[]): Recording => ({ sampleRate, samples: joinSamples(parts) });
const lengthOf = ({ samples }: Recording) => samples.length / sampleRate;

describe("the speech in a recording", () => {
  test("is without the silence around it", () => {
    const cut = cutSpeech(recording(silence(2), speech(1), speech(0.5), silence(3)), 10);
    expect(lengthOf(cut)).toBeCloseTo(1.7, 1);
    expect(cut.isWhole).toBe(true);
  });

  test("keeps short pauses as they are and makes long ones short", () => {
    const short = cutSpeech(recording(speech(1), silence(0.25), speech(1)), 10);
    expect(lengthOf(short)).toBeCloseTo(2.25, 1);
    const long = cutSpeech(recording(speech(1), silence(4), speech(1)), 10);
    expect(lengthOf(long)).toBeCloseTo(2.2, 1);
    expect(long.isWhole).toBe(true);
  });

  test("leaves out a click that stands alone", () => {
    const cut = cutSpeech(recording(speech(0.03), silence(1), speech(1), speech(0.5), silence(1), speech(0.03)), 10);
    expect(lengthOf(cut)).toBeCloseTo(1.7, 1);
  });

  test("is cut between two words where it is too long", () => {
    const word = [speech(0.6), silence(0.2)];
    const cut = cutSpeech(recording(...Array(10).fill(word).flat()), 3);
    expect(cut.isWhole).toBe(false);
    // Pauses end at 0.8, 1.6 and 2.4 s of it; the last that fits lies between 2.2 and 2.4 s.
    expect(lengthOf(cut)).toBeGreaterThan(2.19);
    expect(lengthOf(cut)).toBeLessThan(2.42);
  });

  test("is never longer than what is wanted, even where nobody pauses", () => {
    const cut = cutSpeech(recording(...Array(20).fill(speech(1))), 6);
    expect(lengthOf(cut)).toBeLessThanOrEqual(6);
    expect(lengthOf(cut)).toBeGreaterThan(3.8);
  });

  test("is nothing where there is none", () => {
    expect(cutSpeech(recording(silence(3)), 6)).toMatchObject({ samples: new Float32Array(0), isWhole: true });
    expect(lengthOf(cutSpeech(recording(), 6))).toBe(0);
  });
});
