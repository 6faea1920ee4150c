import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { createEncoder } from "wasm-media-encoders";
import type { Mp3Library } from "../signal/encoder.ts";

/** MP3 encoders of one thread: each serves one stream at a time and is used again. */
export class Mp3Libraries {
  readonly #program: Buffer;
  /** Says which program a state belongs to. */
  readonly #digest: Buffer;
  readonly #idle: Mp3Library[] = [];

  constructor() {
    const file = createRequire(import.meta.url).resolve("wasm-media-encoders/wasm/mp3");
    this.#program = readFileSync(file);
    this.#digest = createHash("sha256").update(this.#program).digest();
  }

  async acquire(): Promise<Mp3Library> {
    return this.#idle.pop() ?? (await createEncoder("audio/mpeg", this.#program));
  }

  /** Takes one back, in whatever state: it is configured anew before its next use. */
  release(library: Mp3Library): void {
    if (this.#idle.length < 4) this.#idle.push(library);
  }

  /**
   * An encoder in the middle of a stream: the program's digest, the address of its encoder, and its memory as far as it
   * is used. Another process goes on with it to the very bytes that this one would make.
   */
  save(library: Mp3Library): Uint8Array {
    const { memory, ref } = insideOf(library);
    const address = Buffer.alloc(4);
    address.writeUInt32LE(ref);
    // It shrinks from 16 MB to half a megabyte in 15 ms.
    return Buffer.concat([this.#digest, address, deflateRawSync(memory.subarray(0, usedBytes(memory)), { level: 1 })]);
  }

  /**
   * Puts an encoder that has the same settings into a saved state.
   *
   * @throws Error when another program left it.
   */
  restore(library: Mp3Library, state: Uint8Array): void {
    const length = this.#digest.length;
    if (!this.#digest.equals(state.subarray(0, length))) throw new Error("Another encoder left this state.");
    const { memory } = insideOf(library);
    const saved = inflateRawSync(state.subarray(length + 4));
    if (saved.length > memory.length) throw new Error("The state is larger than the encoder's memory.");
    const used = usedBytes(memory);
    memory.set(saved);
    // What was never used stays untouched, so that the machine need not hold it.
    if (used > saved.length) memory.fill(0, saved.length, used);
    Reflect.set(library, "ref", Buffer.from(state.subarray(length, length + 4)).readUInt32LE());
  }
}

/** The library has no way to save an encoder, but all of it is in the memory of its WebAssembly module. */
function insideOf(library: Mp3Library): { readonly memory: Uint8Array; readonly ref: number } {
  const module: unknown = Reflect.get(library, "module");
  const ref: unknown = Reflect.get(library, "ref");
  const memory = propertyOf(module, "memory");
  const buffer = propertyOf(memory, "buffer");
  if (!(buffer instanceof ArrayBuffer) || typeof ref !== "number") {
    throw new Error("The MP3 encoder is built otherwise than expected.");
  }
  return { memory: new Uint8Array(buffer), ref };
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}

/** Up to where the memory isn't zeros, in bytes. */
function usedBytes(memory: Uint8Array): number {
  const words = new Uint32Array(memory.buffer);
  let end = words.length;
  while (end > 0 && words[end - 1] === 0) end--;
  return end * 4;
}
