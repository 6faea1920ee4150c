import { randomBytes } from "node:crypto";
import * as z from "zod";
import { readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import {
  type ContentStorage,
  type GrowingContent,
  type GrowOptions,
  headBytes,
  type KeptWithPart,
  type Pieces,
} from "./content-storage.ts";

/** The parts of an object, their names and sizes in bytes, and where its maker goes on. */
const progressSchema = z.object({ objects: z.array(z.tuple([z.string(), z.number()])), next: z.optional(z.number()) });
type Progress = z.infer<typeof progressSchema>;

/**
 * An object that grows in S3, which can't append: each part is an object, and the checkpoint, one more object, lists
 * those that count. At the end they are read one after the other and go up again as one.
 *
 * The other way is one multipart upload that stays open. It was left, because a part of it has at least 5 MB, ten
 * minutes of speech: the last bytes would have to be kept and written anew with each minute, the first ones too, since
 * what stands in front isn't known; and a bucket's rule that ends old uploads would end a task that runs.
 *
 * A part's name is never used twice, so that no process that was given up for dead changes what another one counts on.
 */
export class S3Growth implements GrowingContent {
  readonly #storage: ContentStorage;
  readonly #options: GrowOptions;
  #done: Progress;
  #state: Uint8Array | undefined;

  private constructor(storage: ContentStorage, options: GrowOptions, done: Progress, state?: Uint8Array) {
    this.#storage = storage;
    this.#options = options;
    this.#done = done;
    this.#state = state;
  }

  static async resume(storage: ContentStorage, options: GrowOptions): Promise<S3Growth> {
    const kept = await storage.read(options.checkpoint);
    if (kept === undefined) return new S3Growth(storage, options, { objects: [] });
    const { progress, state } = readCheckpoint(kept);
    return new S3Growth(storage, options, progressSchema.parse(progress), state);
  }

  get parts(): number {
    return this.#done.objects.length;
  }

  get bytes(): number {
    return this.#done.objects.reduce((sum, [, bytes]) => sum + bytes, this.#options.inFront);
  }

  get kept(): KeptWithPart {
    return { next: this.#done.next, state: this.#state };
  }

  async add(pieces: Pieces, { next, state }: KeptWithPart = {}): Promise<void> {
    const part = `${this.#options.name}.joined.${this.parts}.${randomBytes(6).toString("hex")}`;
    const bytes = await this.#storage.create(part, 0, async (write) => {
      for await (const piece of pieces) await write(piece);
      return new Uint8Array();
    });
    const done: Progress = {
      objects: [...this.#done.objects, [part, bytes]],
      ...(next === undefined ? {} : { next }),
    };
    await this.#storage.put(this.#options.checkpoint, writeCheckpoint(done, state));
    this.#done = done;
    this.#state = state;
  }

  async finish(front: (head: Uint8Array) => Uint8Array): Promise<void> {
    const { name, inFront } = this.#options;
    let head = Buffer.alloc(0);
    await this.#storage.create(name, inFront, async (write) => {
      for (const [part] of this.#done.objects) {
        const content = await this.#storage.open(part);
        if (content === undefined) throw new Error(`the part ${part} is missing`);
        for await (const piece of await content.read()) {
          if (head.length < headBytes) head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
          await write(piece);
        }
      }
      return front(head);
    });
  }
}
