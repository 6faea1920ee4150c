import { randomBytes } from "node:crypto";
import * as z from "zod";
import { type ContentStorage, type GrowOptions, headBytes, type Pieces } from "./content-storage.ts";
import { Growth } from "./growth.ts";

/** The parts of an object, their names and sizes in bytes. */
export const s3Progress = z.object({ objects: z.array(z.tuple([z.string(), z.number()])) });

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
export class S3Growth extends Growth<z.infer<typeof s3Progress>> {
  readonly #name: string;
  readonly #inFront: number;

  constructor(storage: ContentStorage, { name, checkpoint, inFront }: GrowOptions) {
    super(storage, checkpoint, { objects: [] });
    this.#name = name;
    this.#inFront = inFront;
  }

  get parts(): number {
    return this.done.objects.length;
  }

  get bytes(): number {
    return this.done.objects.reduce((sum, [, bytes]) => sum + bytes, this.#inFront);
  }

  protected async append(pieces: Pieces) {
    const part = `${this.#name}.joined.${this.parts}.${randomBytes(6).toString("hex")}`;
    const bytes = await this.storage.create(part, 0, async (write) => {
      for await (const piece of pieces) await write(piece);
      return new Uint8Array();
    });
    return { objects: [...this.done.objects, [part, bytes] satisfies [string, number]] };
  }

  async finish(front: (head: Uint8Array) => Uint8Array): Promise<void> {
    let head = Buffer.alloc(0);
    await this.storage.create(this.#name, this.#inFront, async (write) => {
      for (const [part] of this.done.objects) {
        const content = await this.storage.open(part);
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
