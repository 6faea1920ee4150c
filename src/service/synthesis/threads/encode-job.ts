import type { EncodingPart } from "../encoding.ts";
import { engineSampleRate } from "../formats.ts";
import { type AudioEncoder, type Mp3Library, mp3Encoder } from "../signal/encoder.ts";
import { toFloats } from "../signal/level.ts";
import type { FromThread } from "./messages.ts";
import type { Mp3Libraries } from "./mp3-libraries.ts";

/** How much is encoded in one step: a second, up to 40 ms of work. */
const stepSamples = engineSampleRate;

interface EncodeContext {
  readonly library: Mp3Library;
  readonly libraries: Mp3Libraries;
  post(message: FromThread): void;
}

/** A part of a sound being encoded in a thread, a second of it at a time. */
export class EncodeJob {
  readonly id: number;
  readonly isRunnable = true;
  readonly isCancelled = false;
  samples = 0;
  readonly #part: EncodingPart;
  readonly #input: Int16Array;
  readonly #context: EncodeContext;
  readonly #encoder: AudioEncoder;
  readonly #made: Uint8Array[] = [];

  /** @throws Error when the state is none of this encoder's. */
  constructor(id: number, part: EncodingPart, context: EncodeContext) {
    this.id = id;
    this.#part = part;
    this.#context = context;
    this.#encoder = mp3Encoder(context.library, part.bitrate);
    if (part.state !== undefined) context.libraries.restore(context.library, part.state);
    this.#input = samplesOf(part.samples);
  }

  /** Encodes a second, or ends. Returns whether the job is over. */
  step(): boolean {
    if (this.samples < this.#input.length) {
      const slice = this.#input.subarray(this.samples, this.samples + stepSamples);
      this.#made.push(this.#encoder.encode(toFloats(slice)));
      this.samples += slice.length;
      return false;
    }
    const { isLast } = this.#part;
    if (isLast) this.#made.push(this.#encoder.finish());
    const state = isLast ? undefined : this.#context.libraries.save(this.#context.library);
    this.#context.post({ type: "encoded", job: this.id, bytes: joined(this.#made), state });
    return true;
  }
}

function samplesOf(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.byteLength / 2 }, (_, index) => view.getInt16(index * 2, true));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}
