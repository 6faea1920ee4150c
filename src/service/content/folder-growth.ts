import { open } from "node:fs/promises";
import * as z from "zod";
import { type ContentStorage, type GrowOptions, headBytes, type Pieces } from "./content-storage.ts";
import { Growth } from "./growth.ts";
import { Appender, openToWrite, publish, unlessGone, writeAll } from "./whole-files.ts";

/** How many parts are in the file, and how many bytes of it count. */
export const folderProgress = z.object({ parts: z.number(), bytes: z.number() });

/** An object that grows in place, as a file with another name. */
export class FolderGrowth extends Growth<z.infer<typeof folderProgress>> {
  readonly #path: string;
  readonly #inFront: number;

  constructor(storage: ContentStorage, path: string, { checkpoint, inFront }: GrowOptions) {
    super(storage, checkpoint, { parts: 0, bytes: inFront });
    this.#path = path;
    this.#inFront = inFront;
  }

  get parts(): number {
    return this.done.parts;
  }

  get bytes(): number {
    return this.done.bytes;
  }

  protected async append(pieces: Pieces) {
    const file = await openToWrite(this.#growing);
    const body = new Appender(file, this.bytes);
    try {
      for await (const piece of pieces) await body.add(piece);
      await body.flush();
      await file.sync();
    } finally {
      await file.close();
    }
    return { parts: this.parts + 1, bytes: body.end };
  }

  async finish(front: (head: Uint8Array) => Uint8Array): Promise<void> {
    const file = await unlessGone(open(this.#growing, "r+"));
    // An earlier process has finished it already.
    if (file === undefined) return;
    try {
      await file.truncate(this.bytes);
      const head = Buffer.alloc(headBytes);
      const { bytesRead } = await file.read(head, 0, headBytes, this.#inFront);
      await writeAll(file, front(head.subarray(0, bytesRead)), 0);
      await file.sync();
    } finally {
      await file.close();
    }
    await publish(this.#growing, this.#path);
  }

  get #growing(): string {
    return `${this.#path}.joined`;
  }
}
