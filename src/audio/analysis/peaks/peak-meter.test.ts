import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPeakMeter, loudestBetween, type Peaks } from "./peak-meter.ts";

const samplesOf = fc.float32Array({ noNaN: true, min: -1, max: 1, maxLength: 2_000 });

/** What the meter should find, said as plainly as can be. */
function plainPeaks(samples: Float32Array, stretch: number): number[] {
  return Array.from({ length: Math.ceil(samples.length / stretch) }, (_, index) =>
    samples.slice(index * stretch, (index + 1) * stretch).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  );
}

/** `samples` in pieces whose lengths go round in `lengths`. */
function cut(samples: Float32Array, lengths: readonly number[]): Float32Array[] {
  const pieces: Float32Array[] = [];
  for (let start = 0, turn = 0; start < samples.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    pieces.push(samples.slice(start, start + length));
    start += length;
  }
  return pieces;
}

describe("the peak meter", () => {
  it("finds the loudest value of each stretch of every channel", () => {
    const meter = createPeakMeter(200);
    meter.append([Float32Array.of(0.25, -0.5, 0, 0, 0.125), Float32Array.of(0, 0, 0, -0.75, 0)]);
    expect(meter.peaks()).toEqual({ values: Float32Array.of(0.5, 0.75, 0.125), secondsPerPeak: 0.01, seconds: 0.025 });
  });

  it("gives the same whatever the pieces, and never keeps more than it has room for", () => {
    fc.assert(
      fc.property(
        samplesOf,
        fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 5 }),
        fc.constantFrom(2, 8, 64),
        (samples, lengths, capacity) => {
          const whole = createPeakMeter(300, capacity);
          whole.append([samples]);
          const pieces = createPeakMeter(300, capacity);
          for (const piece of cut(samples, lengths)) pieces.append([piece]);
          const peaks = pieces.peaks();
          expect(peaks).toEqual(whole.peaks());
          expect(peaks.values.length).toBeLessThanOrEqual(capacity);
          expect(peaks.seconds).toBeCloseTo(samples.length / 300, 9);
          expect([...peaks.values]).toEqual(plainPeaks(samples, Math.round(peaks.secondsPerPeak * 300)));
        },
      ),
    );
  });

  it("keeps to full scale, and takes what is no number for silence", () => {
    const meter = createPeakMeter(100);
    meter.append([Float32Array.of(Number.NaN, -7, Number.POSITIVE_INFINITY)]);
    expect([...meter.peaks().values]).toEqual([0, 1, 1]);
  });

  it("has nothing before the first sample", () => {
    expect(createPeakMeter(8_000).peaks()).toEqual({ values: new Float32Array(), secondsPerPeak: 0.01, seconds: 0 });
  });
});

describe("the loudest peak between two moments", () => {
  const peaks: Peaks = { values: Float32Array.of(0.25, 0.5, 0.125, 1), secondsPerPeak: 0.5, seconds: 2 };

  it("is that of every stretch it touches", () => {
    expect(loudestBetween(peaks, 0, 0.5)).toBe(0.25);
    expect(loudestBetween(peaks, 0.25, 0.75)).toBe(0.5);
    expect(loudestBetween(peaks, 1.1, 1.2)).toBe(0.125);
    expect(loudestBetween(peaks, 0, 9)).toBe(1);
    expect(loudestBetween(peaks, 2, 3)).toBe(0);
  });

  it("never misses a peak when a line of bars covers the whole", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 500 }),
        (values, bars) => {
          const all: Peaks = {
            values: Float32Array.from(values),
            secondsPerPeak: 0.25,
            seconds: values.length / 4,
          };
          const drawn = Array.from({ length: bars }, (_, bar) =>
            loudestBetween(all, (bar * all.seconds) / bars, ((bar + 1) * all.seconds) / bars),
          );
          expect(Math.max(...drawn)).toBe(Math.max(...values));
        },
      ),
    );
  });
});
