import * as z from "zod";
import type { ContentStorage, GrowingContent, KeptWithPart, Pieces } from "./content-storage.ts";

/**
 * An object that grows, with its checkpoint, one more object: a line of JSON that says how far it has come, `Progress`,
 * and behind it the state that was kept with the last part. Where the parts are is the storage's own.
 */
export abstract class Growth<Progress extends object> implements GrowingContent {
  abstract readonly parts: number;
  abstract readonly bytes: number;
  protected readonly storage: ContentStorage;
  protected done: Progress;
  readonly #checkpoint: string;
  #kept: KeptWithPart = {};

  constructor(storage: ContentStorage, checkpoint: string, none: Progress) {
    this.storage = storage;
    this.#checkpoint = checkpoint;
    this.done = none;
  }

  /** Goes on where an earlier process was. */
  async resume(progressSchema: z.ZodType<Progress>): Promise<this> {
    const kept = await this.storage.read(this.#checkpoint);
    if (kept === undefined) return this;
    const line = kept.indexOf("\n");
    const progress: unknown = JSON.parse(kept.toString("utf8", 0, line));
    const state = kept.subarray(line + 1);
    this.done = progressSchema.parse(progress);
    this.#kept = { ...nextSchema.parse(progress), state: state.length === 0 ? undefined : state };
    return this;
  }

  get kept(): KeptWithPart {
    return this.#kept;
  }

  async add(pieces: Pieces, kept: KeptWithPart = {}): Promise<void> {
    const done = await this.append(pieces);
    const line = Buffer.from(`${JSON.stringify({ ...done, next: kept.next })}\n`);
    await this.storage.put(this.#checkpoint, Buffer.concat([line, kept.state ?? new Uint8Array()]));
    this.done = done;
    this.#kept = kept;
  }

  abstract finish(front: (head: Uint8Array) => Uint8Array): Promise<void>;

  /** Writes a part behind those that count. Returns how far the object has come once the part counts, too. */
  protected abstract append(pieces: Pieces): Promise<Progress>;
}

const nextSchema = z.object({ next: z.optional(z.number()) });
