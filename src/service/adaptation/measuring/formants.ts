import { percentile } from "./statistics.ts";

/** The sample rate at which formants are looked for, in Hz: the first four lie below 5 kHz. */
export const formantSampleRate = 10_000;

const windowLength = 300;
const hop = 100;
/** Five resonances and the slope of the source. */
const order = 11;
const preEmphasis = 0.95;
/** Step of the envelope that the resonances are read off, in Hz. */
const resolution = 20;
const lowest = 150;
const highest = 4_800;
/** Frames quieter than this share of the loudest one's energy aren't vowels. */
const vowelShare = 0.05;

/** The medians of the first three formants, in Hz; 0 where there were no vowels. */
export type Formants = readonly [number, number, number];

/** Measures formants of speech at {@link formantSampleRate} by linear prediction. */
export function measureFormants(samples: Float32Array): Formants {
  const envelope = new EnvelopeReader();
  const starts = vowelFrames(samples);
  const found: [number[], number[], number[]] = [[], [], []];
  for (const start of starts) {
    const [first, second, third] = envelope.peaks(predictor(emphasised(samples, start)));
    if (first === undefined || second === undefined || third === undefined) continue;
    found[0].push(first);
    found[1].push(second);
    found[2].push(third);
  }
  return [percentile(found[0], 0.5), percentile(found[1], 0.5), percentile(found[2], 0.5)];
}

/** The mean ratio of the second and third formants: how much shorter one vocal tract is than another. */
export function formantRatio(formants: Formants, base: Formants): number {
  const [, second, third] = formants;
  const [, baseSecond, baseThird] = base;
  if (second === 0 || third === 0 || baseSecond === 0 || baseThird === 0) return 1;
  return Math.sqrt((second / baseSecond) * (third / baseThird));
}

function vowelFrames(samples: Float32Array): readonly number[] {
  const frames: { start: number; energy: number }[] = [];
  for (let start = 0; start + windowLength <= samples.length; start += hop) {
    let energy = 0;
    for (let index = start; index < start + windowLength; index++) energy += (samples[index] ?? 0) ** 2;
    frames.push({ start, energy });
  }
  const loudest = frames.reduce((most, { energy }) => Math.max(most, energy), 0);
  return frames.filter(({ energy }) => energy > 0 && energy >= loudest * vowelShare).map(({ start }) => start);
}

/** One frame with the higher frequencies raised, under a Hamming window. */
function emphasised(samples: Float32Array, start: number): Float64Array {
  return Float64Array.from({ length: windowLength }, (_, index) => {
    const previous = start + index > 0 ? (samples[start + index - 1] ?? 0) : 0;
    const value = (samples[start + index] ?? 0) - preEmphasis * previous;
    return value * (0.54 - 0.46 * Math.cos((2 * Math.PI * index) / windowLength));
  });
}

/** The coefficients of the inverse filter, the first one 1 (autocorrelation method, Levinson and Durbin). */
function predictor(frame: Float64Array): Float64Array {
  const correlation = new Float64Array(order + 1);
  for (let lag = 0; lag <= order; lag++) {
    let sum = 0;
    for (let index = lag; index < frame.length; index++) sum += (frame[index] ?? 0) * (frame[index - lag] ?? 0);
    correlation[lag] = sum;
  }
  let coefficients = new Float64Array(order + 1);
  coefficients[0] = 1;
  // A trace of white noise keeps the recursion stable for pure tones.
  let error = (correlation[0] ?? 0) * (1 + 1e-6) + 1e-12;
  for (let step = 1; step <= order; step++) {
    let sum = 0;
    for (let index = 0; index < step; index++) sum += (coefficients[index] ?? 0) * (correlation[step - index] ?? 0);
    const reflection = -sum / error;
    const next = coefficients.slice();
    for (let index = 1; index <= step; index++) {
      next[index] = (coefficients[index] ?? 0) + reflection * (coefficients[step - index] ?? 0);
    }
    coefficients = next;
    error = Math.max(error * (1 - reflection ** 2), 1e-15);
  }
  return coefficients;
}

/** Reads the resonances off the envelope that a predictor stands for. */
class EnvelopeReader {
  readonly #frequencies = Array.from(
    { length: Math.floor((highest - lowest) / resolution) },
    (_, index) => lowest + index * resolution,
  );
  readonly #cosines = this.#table(Math.cos);
  readonly #sines = this.#table(Math.sin);

  /** The frequencies of the envelope's peaks, in Hz, lowest first. */
  peaks(coefficients: Float64Array): readonly number[] {
    const levels = this.#frequencies.map((_, index) => {
      let real = 0;
      let imaginary = 0;
      for (let step = 0; step <= order; step++) {
        real += (coefficients[step] ?? 0) * (this.#cosines[index * (order + 1) + step] ?? 0);
        imaginary += (coefficients[step] ?? 0) * (this.#sines[index * (order + 1) + step] ?? 0);
      }
      return -(real ** 2 + imaginary ** 2);
    });
    return this.#frequencies.filter((_, index) => {
      const [before, here, after] = [levels[index - 1], levels[index] ?? 0, levels[index + 1]];
      return before !== undefined && after !== undefined && here > before && here >= after;
    });
  }

  #table(wave: (angle: number) => number): Float64Array {
    return Float64Array.from({ length: this.#frequencies.length * (order + 1) }, (_, place) => {
      const frequency = this.#frequencies[Math.floor(place / (order + 1))] ?? 0;
      return wave((2 * Math.PI * frequency * (place % (order + 1))) / formantSampleRate);
    });
  }
}
