/** Turns 16-bit samples, little-endian, that come in pieces of any length, into floats between −1 and 1. */
export class PcmReader {
  /** The first half of a sample whose second hasn't come; in the end it is dropped. */
  #half: Uint8Array = new Uint8Array(0);

  push(bytes: Uint8Array): Float32Array {
    const whole = Buffer.concat([this.#half, bytes]);
    const samples = new Float32Array(whole.length >> 1);
    for (let index = 0; index < samples.length; index++) samples[index] = whole.readInt16LE(2 * index) / 32_768;
    this.#half = whole.subarray(2 * samples.length);
    return samples;
  }
}
