/** Samples of the input on either side that a sample of the output is made from. */
const reach = 16;

/**
 * Resamples from 22,050 to 24,000 Hz while it streams: a polyphase windowed sinc with the exact ratio 160 : 147.
 * Band-limited to the input's own band, flat to within 0.1 dB up to 9 kHz.
 */
export class Resampler {
  static readonly #up = 160;
  static readonly #down = 147;
  static readonly #phases = polyphase(Resampler.#up);
  /** Input not yet left behind; it starts with the silence before the first sample. */
  #pending = new Float32Array(reach - 1);
  /** Place of the next output sample in units of 1/160 input sample from the start of `pending` plus `reach − 1`. */
  #position = 0;

  /** Takes samples and returns those that are ready; the last 16 wait for what follows. */
  push(samples: Float32Array): Float32Array {
    const input = new Float32Array(this.#pending.length + samples.length);
    input.set(this.#pending);
    input.set(samples, this.#pending.length);
    const output = new Float32Array(Math.ceil((input.length * Resampler.#up) / Resampler.#down) + 1);
    let made = 0;
    for (;;) {
      const first = Math.floor(this.#position / Resampler.#up);
      if (first + 2 * reach > input.length) break;
      const taps = Resampler.#phases[this.#position % Resampler.#up] ?? emptyTaps;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += (taps[tap] ?? 0) * (input[first + tap] ?? 0);
      output[made++] = sum;
      this.#position += Resampler.#down;
    }
    const used = Math.min(Math.floor(this.#position / Resampler.#up), input.length);
    this.#position -= used * Resampler.#up;
    this.#pending = input.slice(used);
    return output.slice(0, made);
  }

  /** The samples that were waiting. */
  finish(): Float32Array {
    return this.push(new Float32Array(reach));
  }
}

const emptyTaps = new Float32Array(2 * reach);

/** The taps of each phase: a sinc under a Blackman window, scaled so that a constant stays a constant. */
function polyphase(phases: number): readonly Float32Array[] {
  return Array.from({ length: phases }, (_, phase) => {
    const taps = new Float32Array(2 * reach);
    let sum = 0;
    for (let tap = 0; tap < taps.length; tap++) {
      const distance = tap - (reach - 1) - phase / phases;
      const angle = Math.PI * distance;
      const sinc = Math.abs(angle) < 1e-9 ? 1 : Math.sin(angle) / angle;
      const place = (distance / reach + 1) * Math.PI;
      const window = Math.abs(distance) >= reach ? 0 : 0.42 - 0.5 * Math.cos(place) + 0.08 * Math.cos(2 * place);
      taps[tap] = sinc * window;
      sum += sinc * window;
    }
    return taps.map((tap) => tap / sum);
  });
}
