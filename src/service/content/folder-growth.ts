import { open, readFile } from "node:fs/promises";
import * as z from "zod";
import { readCheckpoint, writeCheckpoint } from "./checkpoint.ts";
import { type GrowingContent, headBytes, type KeptWithPart, type Pieces } from "./content-storage.ts";
import { Appender, openToWrite, publish, unlessGone, writeAll, writeWhole } from "./whole-files.ts";

const progressSchema = z.object({ parts: z.number(), bytes: z.number(), next: z.optional(z.number()) });
/** How many parts are in the file, how many bytes of it count, and where its maker goes on. */
type Progress = z.infer<typeof progressSchema>;

/** An object that grows in place, as a file with another name. */
export class FolderGrowth implements GrowingContent {
  readonly #path: string;
  readonly #checkpoint: string;
  readonly #inFront: number;
  #done: Progress;
  #state: Uint8Array | undefined;

  private constructor(paths: readonly [string, string], inFront: number, done: Progress, state?: Uint8Array) {
    [this.#path, this.#checkpoint] = paths;
    this.#inFront = inFront;
    this.#done = done;
    this.#state = state;
  }

  static async resume(path: string, checkpoint: string, inFront: number): Promise<FolderGrowth> {
    const kept = await unlessGone(readFile(checkpoint));
    if (kept === undefined) return new FolderGrowth([path, checkpoint], inFront, { parts: 0, bytes: inFront });
    const { progress, state } = readCheckpoint(kept);
    return new FolderGrowth([path, checkpoint], inFront, progressSchema.parse(progress), state);
  }

  get parts(): number {
    return this.#done.parts;
  }

  get bytes(): number {
    return this.#done.bytes;
  }

  get kept(): KeptWithPart {
    return { next: this.#done.next, state: this.#state };
  }

  async add(pieces: Pieces, { next, state }: KeptWithPart = {}): Promise<void> {
    const file = await openToWrite(this.#growing);
    const body = new Appender(file, this.#done.bytes);
    try {
      for await (const piece of pieces) await body.add(piece);
      await body.flush();
      await file.sync();
    } finally {
      await file.close();
    }
    const done = { parts: this.#done.parts + 1, bytes: body.end, ...(next === undefined ? {} : { next }) };
    await writeWhole(this.#checkpoint, writeCheckpoint(done, state));
    this.#done = done;
    this.#state = state;
  }

  async finish(front: (head: Uint8Array) => Uint8Array): Promise<void> {
    const file = await unlessGone(open(this.#growing, "r+"));
    // An earlier process has finished it already.
    if (file === undefined) return;
    try {
      await file.truncate(this.#done.bytes);
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
