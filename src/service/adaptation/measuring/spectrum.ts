import FFT from "fft.js";
import { equaliserBands } from "../../synthesis/signal/equaliser.ts";
import { decibels } from "./activity.ts";
import { percentile } from "./statistics.ts";

const windowLength = 1_024;
/** How far below the loudest frames a frame still counts, in dB. */
const dynamicRange = 25;

/**
 * The long-term average spectrum of the loud parts of speech: mean power per hertz in each of {@link equaliserBands},
 * in dB. Only differences between bands mean something.
 */
export function longTermSpectrum(samples: Float32Array, sampleRate: number): readonly number[] {
  const power = new Float64Array(windowLength / 2);
  for (const frame of loudFrames(samples)) {
    for (let bin = 0; bin < power.length; bin++) power[bin] = (power[bin] ?? 0) + (frame[bin] ?? 0);
  }
  return equaliserBands.map((frequency) => bandLevel(power, frequency, sampleRate / windowLength));
}

/**
 * How much of the power of loud frames lies in one narrow line, from 0 to 1, in their median: nearly all of a pure
 * tone's, and far less of a voice's, which has harmonics and resonances.
 */
export function tonality(samples: Float32Array): number {
  const shares = Array.from(loudFrames(samples), (power) => {
    const strongest = power.indexOf(Math.max(...power));
    const line = power.subarray(Math.max(0, strongest - 2), strongest + 3);
    return sum(line) / sum(power);
  });
  return percentile(shares, 0.5);
}

/** The power in each bin of each loud frame, in one array that is used again. */
function* loudFrames(samples: Float32Array): Generator<Float64Array, void, undefined> {
  const fft = new FFT(windowLength);
  const window = Float64Array.from({ length: windowLength }, (_, index) => hann(index / windowLength));
  const input = new Array<number>(windowLength).fill(0);
  const output = fft.createComplexArray();
  const power = new Float64Array(windowLength / 2);
  for (const start of loudStarts(samples)) {
    for (let index = 0; index < windowLength; index++) {
      input[index] = (samples[start + index] ?? 0) * (window[index] ?? 0);
    }
    fft.realTransform(output, input);
    for (let bin = 0; bin < power.length; bin++) {
      power[bin] = (output[2 * bin] ?? 0) ** 2 + (output[2 * bin + 1] ?? 0) ** 2;
    }
    yield power;
  }
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function loudStarts(samples: Float32Array): readonly number[] {
  const frames: { start: number; level: number }[] = [];
  for (let start = 0; start + windowLength <= samples.length; start += windowLength / 2) {
    const energy = samples.subarray(start, start + windowLength).reduce((total, sample) => total + sample ** 2, 0);
    frames.push({ start, level: decibels(energy / windowLength) });
  }
  const loud = percentile(
    frames.map(({ level }) => level),
    0.95,
  );
  return frames.filter(({ level }) => level > loud - dynamicRange).map(({ start }) => start);
}

/** Mean of the bins of a band; the lowest bands are narrower than a bin and take what lies nearest. */
function bandLevel(power: Float64Array, centre: number, binWidth: number): number {
  const first = Math.floor(centre / 2 ** (1 / 6) / binWidth);
  const last = Math.max(first + 1, Math.ceil((centre * 2 ** (1 / 6)) / binWidth));
  const bins = power.subarray(Math.max(1, first), Math.min(power.length, last + 1));
  return decibels(sum(bins) / Math.max(1, bins.length));
}

/**
 * What has to be added to each band of `from` to give it the shape of `to`, in dB; mean 0 over the bands to `highest`.
 */
export function shapeDifference(to: readonly number[], from: readonly number[], highest: number): readonly number[] {
  const raw = equaliserBands.map((_, band) => (to[band] ?? 0) - (from[band] ?? 0));
  const compared = raw.filter((_, band) => (equaliserBands[band] ?? 0) <= highest);
  const mean = compared.reduce((total, value) => total + value, 0) / compared.length;
  return raw.map((value) => value - mean);
}

function hann(place: number): number {
  return 0.5 - 0.5 * Math.cos(2 * Math.PI * place);
}
