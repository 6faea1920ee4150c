import { joinSamples } from "../../../contract/bytes.ts";

/** The sound is looked at in frames of so many samples: 5 ms at the engines' rate. */
const frameLength = 110;
/** What stays below this is silent, in a voice at the level that all have: 30 dB below that. */
const silence = 0.003;

const nothing = new Float32Array(0);

/** Takes the silence around a sound away while it comes: what may be its end is held back until something follows. */
export class SilenceTrim {
  #pending: Float32Array = nothing;
  #held: Float32Array[] = [];
  #hasBegun = false;

  push(samples: Float32Array): Float32Array {
    const input = joinSamples([this.#pending, samples]);
    const ready: Float32Array[] = [];
    let at = 0;
    for (; at + frameLength <= input.length; at += frameLength) this.#take(input.subarray(at, at + frameLength), ready);
    this.#pending = input.slice(at);
    return joinSamples(ready);
  }

  /** What is left of the sound. */
  finish(): Float32Array {
    const ready: Float32Array[] = [];
    this.#take(this.#pending, ready);
    return joinSamples(ready);
  }

  #take(frame: Float32Array, ready: Float32Array[]): void {
    if (frame.some((sample) => Math.abs(sample) > silence)) {
      this.#hasBegun = true;
      ready.push(...this.#held, frame);
      this.#held = [];
    } else if (this.#hasBegun) this.#held.push(frame);
  }
}
