import fc from "fast-check";
import { expect, test } from "vitest";
import { equaliserBands } from "../../synthesis/signal/equaliser.ts";
import { spectralDistance } from "../measuring/spectral-distance.fixture.ts";
import { gainsTowards, keepLevel, tiltGains, withGains } from "./equalise.ts";

const flat = new Array<number>(20).fill(-30);
const falling = equaliserBands.map((_, band) => -20 - band);
const levels = fc.array(fc.integer({ min: -70, max: 0 }), { minLength: 20, maxLength: 20 });

/** Power of sound with a spectrum, in dB: bands are as wide as they are high. */
const power = (spectrum: readonly number[]) =>
  10 * Math.log10(spectrum.reduce((sum, level, band) => sum + (equaliserBands[band] ?? 0) * 10 ** (level / 10), 0));

test("gains within the limits give one spectrum the shape of another", () => {
  expect(spectralDistance(withGains(flat, gainsTowards(falling, flat, 10_000)), falling)).toBeLessThan(0.01);
});

test("gains never raise or lower a band by more than 15 dB against the others' middle", () => {
  fc.assert(
    fc.property(levels, levels, (target, own) => {
      const gains = gainsTowards(target, own, 10_000);
      expect(Math.max(...gains) - Math.min(...gains)).toBeLessThanOrEqual(30 + 1e-9);
    }),
  );
});

test("gains bring a spectrum nearer, or leave it", () => {
  fc.assert(
    fc.property(levels, (target) => {
      const gains = gainsTowards(target, falling, 10_000);
      const before = spectralDistance(falling, target, 10_000);
      expect(spectralDistance(withGains(falling, gains), target, 10_000)).toBeLessThanOrEqual(before + 1e-9);
    }),
  );
});

test("level-keeping gains keep the power of the sound they are for", () => {
  fc.assert(
    fc.property(levels, levels, (gains, own) => {
      expect(power(withGains(own, keepLevel(gains, own)))).toBeCloseTo(power(own), 6);
    }),
  );
});

test("bands that the target tells nothing about go on as the last one below", () => {
  const telephone = equaliserBands.map((frequency) => (frequency < 3_600 ? -30 : -110));
  const gains = gainsTowards(telephone, flat, 3_600);
  const last = equaliserBands.findLastIndex((frequency) => frequency <= 3_600);
  for (const gain of gains.slice(last)) expect(gain).toBe(gains[last]);
});

test("a tilt is so many decibels per octave", () => {
  const gains = tiltGains(2);
  expect((gains[13] ?? 0) - (gains[10] ?? 0)).toBeCloseTo(2, 9);
  expect(gains[10]).toBeCloseTo(2 * Math.log2((equaliserBands[10] ?? 0) / 1_000), 9);
});
