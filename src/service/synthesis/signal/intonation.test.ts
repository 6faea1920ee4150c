import { expect, test } from "vitest";
import { measureFormants } from "../../adaptation/measuring/formants.ts";
import { measurePitch, pitchSampleRate, semitones } from "../../adaptation/measuring/pitch.ts";
import { resample } from "../../adaptation/measuring/resample.ts";
import { vowel } from "../../adaptation/recordings.fixture.ts";
import { rootMeanSquare } from "../fundamental-frequency.fixture.ts";
import { withIntonation } from "./intonation.ts";

/** A voice that rises and falls steadily by two semitones around 150 Hz, once in two seconds. */
const swinging = vowel((time) => 150 * 2 ** ((4 * Math.abs(((time / 2) % 1) - 0.5) - 1) / 6), 4).samples;

async function measured(samples: Float32Array) {
  const low = (await resample({ samples, sampleRate: 22_050 }, pitchSampleRate)).samples;
  return { pitch: measurePitch(low), formants: measureFormants(low) };
}

test.each([0.4, 0.7, 1.5, 2])("intonation is %s times as wide, and all else stays", async (width) => {
  const before = await measured(swinging);
  const changed = await withIntonation(swinging, width);
  const after = await measured(changed);
  expect(changed).toHaveLength(swinging.length);
  expect(Math.abs(semitones(after.pitch) / (semitones(before.pitch) * width) - 1)).toBeLessThan(0.12);
  expect(Math.abs(after.pitch.median / before.pitch.median - 1)).toBeLessThan(0.03);
  for (const [index, formant] of after.formants.entries()) {
    expect(Math.abs(formant / (before.formants[index] ?? 0) - 1)).toBeLessThan(0.08);
  }
  expect(Math.abs(20 * Math.log10(rootMeanSquare(changed) / rootMeanSquare(swinging)))).toBeLessThan(1);
});

test("a voice that doesn't swing, silence and a width of 1 stay as they are", async () => {
  expect(await withIntonation(swinging, 1)).toBe(swinging);
  const silence = new Float32Array(22_050);
  expect(await withIntonation(silence, 2)).toBe(silence);
  const flat = vowel(() => 150, 1).samples;
  const after = await measured(await withIntonation(flat, 2));
  expect(after.pitch.median / 150).toBeCloseTo(1, 1.5);
});
