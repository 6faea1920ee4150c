import type { LineReport, LineRequest } from "./messages.ts";
import { createMixer } from "./mixer.ts";

// What TypeScript's own libraries don't know of the place where sound is made.
declare const currentFrame: number;
declare const AudioWorkletProcessor: new () => { readonly port: MessagePort };
declare function registerProcessor(name: string, processor: new () => object): void;

registerProcessor(
  "sound-line",
  class extends AudioWorkletProcessor {
    readonly #mixer = createMixer((report: LineReport) => this.port.postMessage(report));

    constructor() {
      super();
      this.port.onmessage = ({ data }: MessageEvent<LineRequest>) => this.#mixer.receive(data);
    }

    process(_inputs: unknown, [output = []]: readonly (readonly Float32Array[])[]): boolean {
      return this.#mixer.render(output, currentFrame);
    }
  },
);
