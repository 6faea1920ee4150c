import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createSpectrogramMeter, decibelsOfLevel, type Spectrogram } from "./spectrogram-meter.ts";

function sine(seconds: number, frequency: number, sampleRate: number, height = 1): Float32Array {
  const step = (2 * Math.PI * frequency) / sampleRate;
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, at) => height * Math.sin(at * step));
}

function spectrogramOf(samples: Float32Array, sampleRate: number, bytes?: number): Spectrogram {
  const meter = createSpectrogramMeter(sampleRate, bytes);
  meter.append([samples]);
  return meter.spectrogram();
}

/** The loudest row of a column, and how loud it is. */
function loudest({ levels, rows }: Spectrogram, column: number): { readonly row: number; readonly level: number } {
  const own = levels.subarray(column * rows, (column + 1) * rows);
  const level = Math.max(...own);
  return { row: own.indexOf(level), level };
}

describe("a spectrogram", () => {
  it.each([8_000, 22_050, 44_100])("shows a sine of 1 kHz in its row, as loud as it is, at %i Hz", (rate) => {
    const found = spectrogramOf(sine(1, 1_000, rate), rate);
    const { row, level } = loudest(found, Math.floor(found.columns / 2));
    expect(Math.abs(row * found.hertzPerRow - 1_000)).toBeLessThanOrEqual(found.hertzPerRow / 2 + 1e-9);
    // Between two rows a Hann window loses 1.4 dB at most.
    expect(decibelsOfLevel(level)).toBeGreaterThan(-1.7);
    expect(decibelsOfLevel(level)).toBeLessThanOrEqual(0);
  });

  it("is 20 dB quieter for a tenth of the height", () => {
    const [loud, quiet] = [1, 0.1].map((height) => loudest(spectrogramOf(sine(1, 1_000, 8_000, height), 8_000), 30));
    expect(decibelsOfLevel(loud?.level ?? 0) - decibelsOfLevel(quiet?.level ?? 0)).toBeCloseTo(20, 0);
  });

  it("shows a moment at its place", () => {
    const samples = new Float32Array(8_000);
    samples[4_000] = 1;
    const found = spectrogramOf(samples, 8_000);
    const levels = Array.from({ length: found.columns }, (_, column) => loudest(found, column).level);
    const column = levels.indexOf(Math.max(...levels));
    expect(Math.abs(column * found.secondsPerColumn - 0.5)).toBeLessThanOrEqual(found.secondsPerColumn);
  });

  it("covers all of the sound, and has nothing of nothing", () => {
    const found = spectrogramOf(sine(2, 300, 8_000), 8_000);
    expect(found.columns * found.secondsPerColumn).toBeGreaterThanOrEqual(2);
    expect(found.levels).toHaveLength(found.columns * found.rows);
    expect(createSpectrogramMeter(8_000).spectrogram()).toMatchObject({ columns: 0, rows: 257 });
  });

  it("gives the same whatever the pieces, within its memory", () => {
    const samples = Float32Array.from({ length: 9_000 }, (_, at) => Math.sin(at * at * 1e-4));
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.constantFrom(257 * 4, 257 * 16, 1 << 20), (size, bytes) => {
        const meter = createSpectrogramMeter(8_000, bytes);
        for (let at = 0; at < samples.length; at += size) meter.append([samples.subarray(at, at + size)]);
        const found = meter.spectrogram();
        expect(found).toEqual(spectrogramOf(samples, 8_000, bytes));
        expect(found.levels.length).toBeLessThanOrEqual(bytes);
      }),
      { numRuns: 30 },
    );
  });
});
