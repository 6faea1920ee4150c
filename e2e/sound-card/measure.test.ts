import { describe, expect, test } from "vitest";
import { clicksOf, gapsOf, onsetOf, placeOf, resumptionOf, type Sound } from "./measure.ts";
import { murmur } from "./signal.ts";

const sampleRate = 48_000;
const whole = murmur(3, sampleRate);
const silent = (seconds: number): Float32Array => new Float32Array(Math.round(seconds * sampleRate));

function joined(...parts: readonly Float32Array[]): Sound {
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    samples.set(part, offset);
    offset += part.length;
  }
  return { samples, sampleRate };
}

const cut = (from: number, to: number): Float32Array =>
  whole.samples.slice(Math.round(from * sampleRate), Math.round(to * sampleRate));

describe("onset", () => {
  test("is found to within a millisecond behind silence with noise in it", () => {
    const quiet = silent(0.5).map((_, index) => (index % 2 === 0 ? 0.001 : -0.001));
    const onset = onsetOf(joined(quiet, whole.samples)) ?? 0;
    expect(onset).toBeGreaterThanOrEqual(0.5 * sampleRate);
    expect(onset).toBeLessThan(0.501 * sampleRate);
  });

  test("is nowhere in silence", () => {
    expect(onsetOf(joined(silent(1)))).toBeUndefined();
  });

  test("is looked for from a place on", () => {
    const sound = joined(cut(0, 0.1), silent(0.4), cut(0, 0.1));
    expect(onsetOf(sound, 0.2 * sampleRate)).toBeGreaterThanOrEqual(0.5 * sampleRate);
  });
});

describe("gaps", () => {
  test("a murmur has none, whatever silence is around it", () => {
    expect(gapsOf(joined(silent(0.3), whole.samples, silent(0.3)))).toEqual([]);
  });

  test.each([5, 20, 2_000])("a gap of %i ms is found where it is, and as long as it is", (milliseconds) => {
    const sound = joined(silent(0.1), cut(0, 1), silent(milliseconds / 1_000), cut(1, 2));
    const [gap, ...more] = gapsOf(sound);
    expect(more).toEqual([]);
    expect(Math.abs((gap?.start ?? 0) / sampleRate - 1.1)).toBeLessThan(0.001);
    expect(Math.abs((gap?.length ?? 0) / sampleRate - milliseconds / 1_000)).toBeLessThan(0.001);
  });
});

describe("clicks", () => {
  test("a murmur has none, neither at its start nor at its end", () => {
    expect(clicksOf(joined(silent(0.1), whole.samples, silent(0.1)))).toEqual([]);
  });

  test("a cut is one, at its place", () => {
    const [click, ...more] = clicksOf(joined(cut(0, 1), cut(1.00731, 2)));
    expect(more).toEqual([]);
    expect(Math.abs((click ?? 0) / sampleRate - 1)).toBeLessThan(0.001);
  });
});

test("a piece is found to the sample, also when it is softer", () => {
  const piece = { samples: cut(1.2, 1.25).map((sample) => sample * 0.4), sampleRate };
  const place = placeOf(whole, piece, { at: 0, length: piece.samples.length, from: 50_000, to: 65_000 });
  expect(place.index).toBe(1.2 * sampleRate);
  expect(place.likeness).toBeGreaterThan(0.999);
});

describe("behind a gap", () => {
  const resumed = (from: number) => {
    const heard = joined(silent(0.2), cut(0, 1), silent(0.7), cut(from, 3));
    const [gap = { start: 0, length: 0 }] = gapsOf(heard);
    return resumptionOf(whole, heard, gap);
  };

  test.each([
    ["an exact resume", 1, 0],
    ["10 ms lost", 1.01, 0.01],
    ["one sample lost", 1 + 1 / sampleRate, 1 / sampleRate],
    ["300 ms heard twice", 0.7, -0.3],
  ])("%s", (_, from, lost) => {
    const { lostSeconds, silentSeconds, likeness } = resumed(from);
    // The edges of the silence are known to the few samples that the murmur needs to leave zero.
    expect(Math.abs(lostSeconds - lost)).toBeLessThan(0.0004);
    expect(Math.abs(silentSeconds - 0.7)).toBeLessThan(0.001);
    expect(likeness).toBeGreaterThan(0.99);
  });
});
