import { expect, test } from "vitest";
import type { Samples } from "./decoder.ts";
import { createResampler } from "./resampler.ts";

function sine(hertz: number, sampleRate: number, seconds: number): Samples {
  const step = (2 * Math.PI * hertz) / sampleRate;
  return new Float32Array(Math.round(sampleRate * seconds)).map((_, index) => 0.5 * Math.sin(index * step));
}

function resample(samples: Samples, from: number, to: number, pieces: readonly number[]): number[] {
  const resampler = createResampler(from, to, 1);
  const out: number[] = [];
  let offset = 0;
  for (let count = 0; offset < samples.length; count += 1) {
    const length = pieces[count % pieces.length] ?? samples.length;
    out.push(...(resampler.push([samples.slice(offset, offset + length)])[0] ?? []));
    offset += length;
  }
  out.push(...(resampler.flush()[0] ?? []));
  return out;
}

/** Decibels of the difference to full scale, away from the sound's two ends, where a sine begins and ends suddenly. */
function errorLevel(actual: readonly number[], expected: Samples): number {
  const [from, to] = [600, expected.length - 600];
  let power = 0;
  for (let index = from; index < to; index += 1) power += ((actual[index] ?? 0) - (expected[index] ?? 0)) ** 2;
  return 10 * Math.log10(power / (to - from));
}

const rates = [8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000] as const;

test.each(rates.flatMap((from) => [44_100, 48_000].map((to) => [from, to] as const)))(
  "%i Hz to %i Hz keeps pitch, phase and length",
  (from, to) => {
    const hertz = 0.35 * from;
    const out = resample(sine(hertz, from, 0.32), from, to, [from]);
    expect(out).toHaveLength(Math.ceil(0.32 * to));
    expect(errorLevel(out, sine(hertz, to, 0.32))).toBeLessThan(-90);
  },
);

test("what the lower rate cannot carry is taken out", () => {
  const out = resample(sine(15_000, 48_000, 0.3), 48_000, 22_050, [48_000]);
  expect(errorLevel(out, new Float32Array(out.length))).toBeLessThan(-90);
});

test.each([[1], [576], [1, 700, 3, 0, 41]])("pieces of %j samples give the same sound as the whole", (...pieces) => {
  const sound = sine(1_234, 22_050, 0.2);
  expect(resample(sound, 22_050, 48_000, pieces)).toEqual(resample(sound, 22_050, 48_000, [sound.length]));
});

test.each([1, 2, 10])("%i samples become as many as fit into their time", (count) => {
  expect(resample(new Float32Array(count).fill(0.5), 22_050, 48_000, [count])).toHaveLength(
    Math.ceil((count * 48_000) / 22_050),
  );
});

test("two channels stay apart, and the same rate changes nothing", () => {
  const [left, right] = [sine(500, 8_000, 0.1), new Float32Array(800)];
  const [a, b] = createResampler(8_000, 48_000, 2).push([left, right]);
  expect(Math.max(...(a ?? []))).toBeGreaterThan(0.4);
  expect(new Set(b)).toEqual(new Set([0]));
  expect(createResampler(48_000, 48_000, 1).push([left])).toEqual([left]);
});
