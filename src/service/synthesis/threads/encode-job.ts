import { closeSync, openSync, readSync } from "node:fs";
import { joinBytes } from "../../../contract/bytes.ts";
import type { EncodingPart } from "../encoding.ts";
import { engineSampleRate } from "../formats.ts";
import { type AudioEncoder, type Mp3Library, mp3Encoder } from "../signal/encoder.ts";
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
  readonly #bytes = Buffer.alloc(2 * stepSamples);
  readonly #floats = new Float32Array(stepSamples);
  #file: number | undefined;
  /** What isn't in a file. */
  #given: Uint8Array;
  #silence: number;
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
    this.#file = typeof part.file === "string" ? openSync(part.file, "r") : undefined;
    this.#given = part.file instanceof Uint8Array ? part.file : new Uint8Array();
    this.#silence = part.silence;
  }

  /** Encodes a second, or ends. Returns whether the job is over. */
  step(): boolean {
    const samples = this.#read();
    if (samples.length > 0) {
      this.#made.push(this.#encoder.encode(samples));
      this.samples += samples.length;
      return false;
    }
    this.close();
    const { isLast } = this.#part;
    if (isLast) this.#made.push(this.#encoder.finish());
    const state = isLast ? undefined : this.#context.libraries.save(this.#context.library);
    this.#context.post({ type: "encoded", job: this.id, bytes: joinBytes(this.#made), state });
    return true;
  }

  /** Call it for a job that is given up. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  /** At most a second of silence, then of the samples. */
  #read(): Float32Array {
    if (this.#silence > 0) {
      const silence = new Float32Array(Math.min(stepSamples, this.#silence));
      this.#silence -= silence.length;
      return silence;
    }
    const length = (this.#file === undefined ? this.#take() : readSync(this.#file, this.#bytes)) / 2;
    for (let index = 0; index < length; index++) this.#floats[index] = this.#bytes.readInt16LE(index * 2) / 32_768;
    return this.#floats.subarray(0, length);
  }

  #take(): number {
    const taken = this.#given.subarray(0, this.#bytes.length);
    this.#bytes.set(taken);
    this.#given = this.#given.subarray(taken.length);
    return taken.length;
  }
}
