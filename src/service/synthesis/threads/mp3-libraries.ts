import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createEncoder } from "wasm-media-encoders";
import type { Mp3Library } from "../signal/encoder.ts";

/** MP3 encoders of one thread: each serves one stream at a time and is used again. */
export class Mp3Libraries {
  readonly #program: Buffer;
  readonly #idle: Mp3Library[] = [];

  constructor() {
    const file = createRequire(import.meta.url).resolve("wasm-media-encoders/wasm/mp3");
    this.#program = readFileSync(file);
  }

  async acquire(): Promise<Mp3Library> {
    return this.#idle.pop() ?? (await createEncoder("audio/mpeg", this.#program));
  }

  /** Takes one back, in whatever state: it is configured anew before its next use. */
  release(library: Mp3Library): void {
    if (this.#idle.length < 4) this.#idle.push(library);
  }
}
