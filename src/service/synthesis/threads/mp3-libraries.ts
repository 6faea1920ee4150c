import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
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
   * An encoder in the middle of a stream, half a megabyte: the program's digest, the address of its encoder, and those
   * pages of its memory that aren't empty, each behind its number. Another process goes on with it to the very bytes
   * that this one would make.
   */
  save(library: Mp3Library): Uint8Array {
    const { memory, ref } = insideOf(library);
    const parts = [this.#digest, numberBytes(ref)];
    for (let at = 0; at < memory.length; at += pageBytes) {
      const page = memory.subarray(at, at + pageBytes);
      if (!isEmpty(page)) parts.push(numberBytes(at / pageBytes), page);
    }
    return Buffer.concat(parts);
  }

  /**
   * Puts an encoder that has the same settings into a saved state.
   *
   * @throws Error when another program left it.
   */
  restore(library: Mp3Library, state: Uint8Array): void {
    const saved = Buffer.from(state.buffer, state.byteOffset, state.byteLength);
    const digest = this.#digest;
    if (!digest.equals(saved.subarray(0, digest.length))) throw new Error("Another encoder left this state.");
    const { memory } = insideOf(library);
    const pages = new Map<number, Buffer>();
    for (let at = digest.length + 4; at < saved.length; at += 4 + pageBytes) {
      pages.set(saved.readUInt32LE(at) * pageBytes, saved.subarray(at + 4, at + 4 + pageBytes));
    }
    if (Math.max(0, ...pages.keys()) >= memory.length) throw new Error("The encoder has less memory than its state.");
    for (let at = 0; at < memory.length; at += pageBytes) {
      const page = pages.get(at);
      if (page !== undefined) memory.set(page, at);
      // A page that was never used stays untouched, so that the machine need not hold it.
      else if (!isEmpty(memory.subarray(at, at + pageBytes))) memory.fill(0, at, at + pageBytes);
    }
    Reflect.set(library, "ref", saved.readUInt32LE(digest.length));
  }
}

const pageBytes = 4_096;
const emptyPage = Buffer.alloc(pageBytes);

function isEmpty(page: Buffer): boolean {
  return page.equals(emptyPage);
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The library has no way to save an encoder, but all of it is in the memory of its WebAssembly module. */
function insideOf(library: Mp3Library): { readonly memory: Buffer; readonly ref: number } {
  const module: unknown = Reflect.get(library, "module");
  const ref: unknown = Reflect.get(library, "ref");
  const memory = propertyOf(module, "memory");
  const buffer = propertyOf(memory, "buffer");
  if (!(buffer instanceof ArrayBuffer) || typeof ref !== "number") {
    throw new Error("The MP3 encoder is built otherwise than expected.");
  }
  return { memory: Buffer.from(buffer), ref };
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
