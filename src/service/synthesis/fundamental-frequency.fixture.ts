/** The longest and shortest periods looked for, as frequencies in Hz. */
const lowest = 50;
const highest = 600;
/** Samples are averaged in threes first: a fundamental needs no more than 3.7 kHz. */
const decimation = 3;
/** How deep the dip of the difference function must be for a frame to count as voiced. */
const threshold = 0.25;

/**
 * Median fundamental frequency of speech in Hz, over the voiced frames of 10 ms: YIN (de Cheveigné and Kawahara, 2002)
 * without its refinements.
 */
export function medianFundamental(samples: Float32Array, sampleRate: number): number {
  const rate = sampleRate / decimation;
  const signal = decimated(samples);
  const shortest = Math.floor(rate / highest);
  const longest = Math.ceil(rate / lowest);
  const hop = Math.round(rate / 100);
  const loud = 0.03 * signal.reduce((peak, value) => Math.max(peak, Math.abs(value)), 0);
  const found: number[] = [];
  for (let start = 0; start + 2 * longest + 2 < signal.length; start += hop) {
    const frame = signal.subarray(start, start + 2 * longest + 2);
    if (rootMeanSquare(frame.subarray(0, longest)) < loud) continue;
    const period = periodOf(frame, shortest, longest);
    if (period !== undefined) found.push(rate / period);
  }
  found.sort((a, b) => a - b);
  return found[Math.floor(found.length / 2)] ?? 0;
}

export function rootMeanSquare(samples: Float32Array): number {
  let sum = 0;
  for (const value of samples) sum += value * value;
  return Math.sqrt(sum / Math.max(1, samples.length));
}

function decimated(samples: Float32Array): Float32Array {
  const output = new Float32Array(Math.floor(samples.length / decimation));
  for (let index = 0; index < output.length; index++) {
    for (let part = 0; part < decimation; part++) {
      output[index] = (output[index] ?? 0) + (samples[index * decimation + part] ?? 0) / decimation;
    }
  }
  return output;
}

function periodOf(frame: Float32Array, shortest: number, longest: number): number | undefined {
  const normalised = new Float64Array(longest + 2);
  let total = 0;
  for (let lag = 1; lag <= longest + 1; lag++) {
    let difference = 0;
    for (let index = 0; index < longest; index++) difference += ((frame[index] ?? 0) - (frame[index + lag] ?? 0)) ** 2;
    total += difference;
    normalised[lag] = total === 0 ? 1 : (difference * lag) / total;
  }
  const at = (lag: number) => normalised[lag] ?? 1;
  for (let lag = Math.max(2, shortest); lag <= longest; lag++) {
    if (at(lag) >= threshold) continue;
    while (lag < longest && at(lag + 1) < at(lag)) lag++;
    const curvature = at(lag - 1) - 2 * at(lag) + at(lag + 1);
    return curvature === 0 ? lag : lag + (at(lag - 1) - at(lag + 1)) / (2 * curvature);
  }
  return undefined;
}
