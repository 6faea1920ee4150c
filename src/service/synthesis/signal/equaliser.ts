import FFT from "fft.js";
import { joinSamples } from "../../../contract/bytes.ts";

/** The centres of the third-octave bands that an equaliser has, in Hz: 100 to 8,063. */
export const equaliserBands: readonly number[] = Array.from({ length: 20 }, (_, band) => 100 * 2 ** (band / 3));

/** Samples of the filter's impulse response on either side of its middle: 23 ms. */
const reach = 511;
const designLength = 1_024;
const blockLength = 4_096;
/** Samples of input that one transform filters, with room for what rings on. */
const step = blockLength - 2 * reach;

/**
 * A linear-phase equaliser that streams: the gain, in dB, of each of {@link equaliserBands}, interpolated between them
 * and constant beyond. It delays nothing and leaves the number of samples as it is; how the input is cut into pieces
 * makes no difference. One instance serves one stretch of sound.
 */
export class Equaliser {
  readonly #fft = new FFT(blockLength);
  readonly #response: readonly number[];
  readonly #pending = new Float32Array(step);
  #waiting = 0;
  /** What rings on from the blocks before. */
  #tail = new Float32Array(2 * reach);
  /** The filter's delay, not yet taken away. */
  #early = reach;

  constructor(gains: readonly number[], sampleRate: number) {
    const response = this.#fft.createComplexArray();
    this.#fft.realTransform(response, padded(impulseResponse(gains, sampleRate)));
    this.#fft.completeSpectrum(response);
    this.#response = response;
  }

  /** Takes samples and returns those that are ready. */
  push(samples: Float32Array): Float32Array {
    const parts: Float32Array[] = [];
    for (let offset = 0; offset < samples.length; ) {
      const taken = samples.subarray(offset, offset + step - this.#waiting);
      this.#pending.set(taken, this.#waiting);
      this.#waiting += taken.length;
      offset += taken.length;
      if (this.#waiting === step) parts.push(this.#filter(step));
    }
    return joinSamples(parts);
  }

  /** Returns the rest, so that as many samples came out as went in. */
  finish(): Float32Array {
    const rest = this.#filter(this.#waiting);
    return joinSamples([rest, this.#tail.slice(this.#early, reach)]);
  }

  #filter(length: number): Float32Array {
    const spectrum = this.#fft.createComplexArray();
    const output = this.#fft.createComplexArray();
    this.#fft.realTransform(spectrum, padded(this.#pending.subarray(0, length)));
    this.#fft.completeSpectrum(spectrum);
    this.#fft.inverseTransform(output, multiplied(spectrum, this.#response));
    const sound = Float32Array.from({ length: length + 2 * reach }, (_, index) => {
      return (output[2 * index] ?? 0) + (this.#tail[index] ?? 0);
    });
    this.#tail = sound.slice(length);
    this.#waiting = 0;
    const skipped = Math.min(this.#early, length);
    this.#early -= skipped;
    return sound.slice(skipped, length);
  }
}

/** The impulse response of the gains, its middle at {@link reach}, under a Hann window. */
function impulseResponse(gains: readonly number[], sampleRate: number): Float32Array {
  const fft = new FFT(designLength);
  const spectrum = fft.createComplexArray();
  for (let bin = 0; bin < designLength; bin++) {
    const frequency = (Math.min(bin, designLength - bin) * sampleRate) / designLength;
    spectrum[2 * bin] = 10 ** (gainAt(gains, frequency) / 20);
    spectrum[2 * bin + 1] = 0;
  }
  const wave = fft.createComplexArray();
  fft.inverseTransform(wave, spectrum);
  return Float32Array.from({ length: 2 * reach + 1 }, (_, index) => {
    const distance = index - reach;
    const window = 0.5 + 0.5 * Math.cos((Math.PI * distance) / (reach + 1));
    return (wave[2 * ((distance + designLength) % designLength)] ?? 0) * window;
  });
}

/** The gain at a frequency, in dB: linear between bands on a logarithmic scale. */
function gainAt(gains: readonly number[], frequency: number): number {
  const place = Math.max(0, Math.min(equaliserBands.length - 1, 3 * Math.log2(Math.max(frequency, 1) / 100)));
  const band = Math.floor(place);
  const [below = 0, above = below] = [gains[band], gains[band + 1]];
  return below + (above - below) * (place - band);
}

function padded(samples: Float32Array): number[] {
  const input = new Array<number>(blockLength).fill(0);
  for (let index = 0; index < samples.length; index++) input[index] = samples[index] ?? 0;
  return input;
}

function multiplied(first: readonly number[], second: readonly number[]): number[] {
  const product = new Array<number>(first.length).fill(0);
  for (let index = 0; index < first.length; index += 2) {
    const [real = 0, imaginary = 0] = [first[index], first[index + 1]];
    const [otherReal = 0, otherImaginary = 0] = [second[index], second[index + 1]];
    product[index] = real * otherReal - imaginary * otherImaginary;
    product[index + 1] = real * otherImaginary + imaginary * otherReal;
  }
  return product;
}
