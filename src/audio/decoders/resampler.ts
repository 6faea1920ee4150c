import type { Samples } from "./decoder.ts";

/** Changes the rate of a sound that comes in pieces, as if it had come whole: no piece's border can be heard. */
export interface Resampler {
  /** Takes the next samples, one array per channel, and returns what can be given out now. */
  push(channels: readonly Samples[]): readonly Samples[];
  /** The rest. In all, `n` samples become as many as fit into their time, rounded up. */
  flush(): readonly Samples[];
}

/** Zero crossings of the sinc on each side at the lower of the two rates: more make the band's edge steeper. */
const crossings = 24;
/** Where the band ends, as a part of what the lower rate can carry. */
const bandEdge = 0.94;
/** The Kaiser window's shape: side lobes at about −100 dB. */
const kaiserBeta = 10;
/** Steps between two samples for which the filter is kept; in between it is interpolated (error below −100 dB). */
const steps = 512;

/**
 * A resampler from `from` hertz to `to` hertz by a windowed sinc without delay: what was at a time stays at that time.
 */
export function createResampler(from: number, to: number, channelCount: number): Resampler {
  if (from === to) return { push: (channels) => channels, flush: () => [] };
  const { half, filter } = filterFor(from, to);
  const width = 2 * half;
  /** What is still needed of each channel; its first sample is number `first` of the input. */
  let held: readonly Samples[] = Array.from({ length: channelCount }, () => new Float32Array(half));
  let first = -half;
  let inputs = 0;
  let outputs = 0;

  /** Gives out everything up to the output before number `limit` whose filter lies within the input before `end`. */
  function produce(end: number, limit: number): readonly Samples[] {
    // Output k stands at k · from / to. Its filter covers the inputs from floor − half + 1 to floor + half.
    const last = Math.ceil(((end - half) * to) / from);
    const count = Math.max(0, Math.min(limit, last) - outputs);
    const produced = held.map((samples) => {
      const made = new Float32Array(count);
      for (let index = 0; index < count; index += 1) {
        const place = (outputs + index) * from;
        const whole = Math.floor(place / to);
        const step = ((place - whole * to) / to) * steps;
        const row = Math.floor(step);
        const weight = step - row;
        const start = whole - half + 1 - first;
        let near = 0;
        let far = 0;
        for (let tap = 0; tap < width; tap += 1) {
          const sample = samples[start + tap] ?? 0;
          near += sample * (filter[row * width + tap] ?? 0);
          far += sample * (filter[(row + 1) * width + tap] ?? 0);
        }
        made[index] = near + (far - near) * weight;
      }
      return made;
    });
    outputs += count;
    const keepFrom = Math.max(first, Math.floor((outputs * from) / to) - half + 1);
    held = held.map((samples) => samples.slice(keepFrom - first));
    first = keepFrom;
    return produced;
  }

  function append(channels: readonly Samples[]): void {
    held = held.map((samples, index) => {
      const added = channels[index] ?? new Float32Array();
      const joined = new Float32Array(samples.length + added.length);
      joined.set(samples);
      joined.set(added, samples.length);
      return joined;
    });
  }

  return {
    push(channels) {
      append(channels);
      inputs += channels[0]?.length ?? 0;
      return produce(inputs, Number.POSITIVE_INFINITY);
    },
    flush() {
      const silence = Array.from({ length: channelCount }, () => new Float32Array(2 * half));
      append(silence);
      return produce(inputs + 2 * half, Math.ceil((inputs * to) / from));
    },
  };
}

/** The filter's rows: row s holds the weights of the inputs around a place that lies s steps behind an input. */
interface Filter {
  readonly half: number;
  readonly filter: Float32Array;
}

/** By how much is cut off; every change to a higher rate has the same one. */
const filters = new Map<number, Filter>();

function filterFor(from: number, to: number): Filter {
  const ratio = Math.min(1, to / from);
  const filter = filters.get(ratio) ?? makeFilter(ratio);
  filters.set(ratio, filter);
  return filter;
}

/** Computes ahead what a change to a higher rate needs, so that the first sound needn't wait for it. */
export function prepareResampler(): void {
  filterFor(1, 1);
}

function makeFilter(ratio: number): Filter {
  const half = Math.ceil(crossings / ratio);
  const width = 2 * half;
  const cutoff = ratio * bandEdge;
  const filter = new Float32Array((steps + 1) * width);
  for (let step = 0; step <= steps; step += 1) {
    const row = filter.subarray(step * width, (step + 1) * width);
    let sum = 0;
    for (let tap = 0; tap < width; tap += 1) {
      const distance = tap - half + 1 - step / steps;
      const weight = sinc(distance * cutoff) * kaiser(distance / half);
      row[tap] = weight;
      sum += weight;
    }
    // A constant stays what it is, at every step.
    for (let tap = 0; tap < width; tap += 1) row[tap] = (row[tap] ?? 0) / sum;
  }
  return { half, filter };
}

function sinc(x: number): number {
  return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x);
}

function kaiser(x: number): number {
  return Math.abs(x) >= 1 ? 0 : bessel(kaiserBeta * Math.sqrt(1 - x * x)) / bessel(kaiserBeta);
}

/** The modified Bessel function of the first kind and order zero. */
function bessel(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}
