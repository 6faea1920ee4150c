/** How many zero crossings of the sinc on either side are taken. */
const reach = 16;

/**
 * Resamples while it streams: a polyphase windowed sinc with the exact ratio of the two rates, in Hz. Band-limited to
 * the narrower of the two bands; from 22,050 to 24,000 Hz flat to within 0.1 dB up to 9 kHz.
 */
export class Resampler {
  readonly #up: number;
  readonly #down: number;
  /** Samples of the input on either side that a sample of the output is made from. */
  readonly #reach: number;
  readonly #phases: readonly Float32Array[];
  /** Input not yet left behind; it starts with the silence before the first sample. */
  #pending: Float32Array;
  /** Place of the next output sample in units of 1/up input sample from the start of `pending` plus `reach − 1`. */
  #position = 0;

  constructor(from: number, to: number) {
    const common = greatestCommonDivisor(from, to);
    this.#up = to / common;
    this.#down = from / common;
    const band = Math.min(1, to / from);
    this.#reach = Math.ceil(reach / band);
    this.#phases = phasesOf(this.#up, this.#reach, band);
    this.#pending = new Float32Array(this.#reach - 1);
  }

  /** Takes samples and returns those that are ready; the last ones wait for what follows. */
  push(samples: Float32Array): Float32Array {
    const input = new Float32Array(this.#pending.length + samples.length);
    input.set(this.#pending);
    input.set(samples, this.#pending.length);
    const output = new Float32Array(Math.ceil((input.length * this.#up) / this.#down) + 1);
    let made = 0;
    for (;;) {
      const first = Math.floor(this.#position / this.#up);
      if (first + 2 * this.#reach > input.length) break;
      const taps = this.#phases[this.#position % this.#up] ?? emptyTaps;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += (taps[tap] ?? 0) * (input[first + tap] ?? 0);
      output[made++] = sum;
      this.#position += this.#down;
    }
    const used = Math.min(Math.floor(this.#position / this.#up), input.length);
    this.#position -= used * this.#up;
    this.#pending = input.slice(used);
    return output.slice(0, made);
  }

  /** The samples that were waiting. */
  finish(): Float32Array {
    return this.push(new Float32Array(this.#reach));
  }
}

const emptyTaps = new Float32Array(0);

const known = new Map<string, readonly Float32Array[]>();

/** The taps of each phase: a sinc under a Blackman window, scaled so that a constant stays a constant. */
function phasesOf(phases: number, length: number, band: number): readonly Float32Array[] {
  const name = `${phases} ${length} ${band}`;
  const found = known.get(name) ?? Array.from({ length: phases }, (_, phase) => tapsOf(phase / phases, length, band));
  known.set(name, found);
  return found;
}

function tapsOf(phase: number, length: number, band: number): Float32Array {
  const taps = new Float32Array(2 * length);
  let sum = 0;
  for (let tap = 0; tap < taps.length; tap++) {
    const distance = tap - (length - 1) - phase;
    const angle = Math.PI * distance * band;
    const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle;
    const place = (distance / length + 1) * Math.PI;
    const window = Math.abs(distance) >= length ? 0 : 0.42 - 0.5 * Math.cos(place) + 0.08 * Math.cos(2 * place);
    taps[tap] = sinc * window;
    sum += sinc * window;
  }
  return taps.map((tap) => tap / sum);
}

function greatestCommonDivisor(first: number, second: number): number {
  return second === 0 ? first : greatestCommonDivisor(second, first % second);
}
