// What TypeScript's own libraries don't know of the place where sound is made.
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };
declare function registerProcessor(name: string, processor: new () => object): void;

/** Samples that are told at a time: some 10 ms. */
const blockLength = 512;

/** Tells the page what comes in, its channels averaged, and sounds nothing. */
registerProcessor(
  "capture",
  class extends AudioWorkletProcessor {
    #block = new Float32Array(blockLength);
    #filled = 0;

    process([channels = []]: readonly (readonly Float32Array[])[]): boolean {
      const length = channels[0]?.length ?? 0;
      for (let at = 0; at < length; at += 1) {
        let sum = 0;
        for (const channel of channels) sum += channel[at] ?? 0;
        this.#block[this.#filled] = sum / channels.length;
        this.#filled += 1;
        if (this.#filled === blockLength) this.#tell();
      }
      return true;
    }

    #tell(): void {
      this.port.postMessage(this.#block, [this.#block.buffer]);
      this.#block = new Float32Array(blockLength);
      this.#filled = 0;
    }
  },
);
