import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Peaks } from "../../audio/analysis/peaks/peak-meter.ts";
import { ease, waveformPaths, waveformSpan } from "./waveform.ts";

const peaks: Peaks = { values: Float32Array.of(1, 0, 1, 0), secondsPerPeak: 0.5, seconds: 2 };

/** The strokes of a path: where each stands and how long it is. */
function strokes(path: string): { readonly x: number; readonly y: number; readonly length: number }[] {
  return [...path.matchAll(/M([\d.]+) ([\d.]+)v([\d.]+)/g)].map(([, x, y, length]) => ({
    x: Number(x),
    y: Number(y),
    length: Number(length),
  }));
}

describe("a waveform's paths", () => {
  it("show full scale at full height, silence as a dot, and dots where nothing is known yet", () => {
    const { bars, ahead } = waveformPaths(peaks, 4, { width: 8 * 5, height: 44 });
    expect(strokes(bars)).toEqual([
      { x: 1.5, y: 1.5, length: 41 },
      { x: 6.5, y: 22, length: 0 },
      { x: 11.5, y: 1.5, length: 41 },
      { x: 16.5, y: 22, length: 0 },
    ]);
    expect(strokes(ahead).map(({ x, length }) => [x, length])).toEqual([
      [21.5, 0],
      [26.5, 0],
      [31.5, 0],
      [36.5, 0],
    ]);
  });

  it("are dots without peaks, and nothing without room", () => {
    expect(waveformPaths(undefined, 2, { width: 100, height: 44 }).bars).toBe("");
    expect(strokes(waveformPaths(undefined, 2, { width: 100, height: 44 }).ahead)).toHaveLength(20);
    expect(waveformPaths(peaks, 2, { width: 0, height: 0 })).toEqual({ bars: "", ahead: "" });
  });

  it("stay within their size, whatever the sound", () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { maxLength: 500 }),
        fc.integer({ min: 0, max: 3_000 }),
        fc.integer({ min: 0, max: 200 }),
        fc.double({ min: 0, max: 20, noNaN: true }),
        (values, width, height, span) => {
          const sound = { values: Float32Array.from(values), secondsPerPeak: 0.01, seconds: values.length / 100 };
          const { bars, ahead } = waveformPaths(sound, span, { width, height });
          for (const { x, y, length } of [...strokes(bars), ...strokes(ahead)]) {
            expect(x).toBeLessThanOrEqual(width + 0.1);
            expect(y).toBeGreaterThanOrEqual(0);
            expect(y + length).toBeLessThanOrEqual(height + 0.1);
          }
        },
      ),
    );
  });

  it("don't change where they are when more comes", () => {
    const more = { ...peaks, values: Float32Array.of(1, 0, 1, 0, 1, 1), seconds: 3 };
    const size = { width: 200, height: 40 };
    const before = waveformPaths(peaks, 4, size).bars;
    expect(waveformPaths(more, 4, size).bars.startsWith(before)).toBe(true);
  });
});

describe("a waveform's width", () => {
  it("stands for the expected length until the real one is known", () => {
    const text = "a".repeat(160);
    expect(waveformSpan(text, 0, true)).toBe(10);
    expect(waveformSpan(text, 9, true)).toBe(10);
    expect(waveformSpan(text, 20, true)).toBeCloseTo(22);
    expect(waveformSpan(text, 8.5, false)).toBe(8.5);
  });

  it("changes smoothly, and arrives", () => {
    expect(ease(10, 20, 16)).toBeGreaterThan(10);
    expect(ease(10, 20, 16)).toBeLessThan(20);
    expect(ease(19.99, 20, 16)).toBe(20);
    expect(ease(10, 20, 10_000)).toBe(20);
    expect(ease(0, 0, 16)).toBe(0);
  });
});
