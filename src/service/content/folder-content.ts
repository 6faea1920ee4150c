import { open, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type {
  ContentStorage,
  GrowingContent,
  GrowOptions,
  ListedContent,
  OpenContent,
  Write,
} from "./content-storage.ts";
import { FolderGrowth, folderProgress } from "./folder-growth.ts";
import { Appender, unfinished, unlessGone, writeAll, writeWhole } from "./whole-files.ts";

/**
 * Content in a folder, which belongs to this process alone or is shared, by a file system on the network. A file gets
 * its name only when it is whole and on the disk, so that a name never stands for a part of it, whenever the process
 * ends.
 */
export class FolderContent implements ContentStorage {
  readonly isShared: boolean;
  readonly #folder: string;

  constructor(folder: string, { isShared }: { readonly isShared: boolean } = { isShared: false }) {
    this.#folder = folder;
    this.isShared = isShared;
  }

  put(name: string, bytes: Uint8Array): Promise<void> {
    return writeWhole(this.pathOf(name), (file) => writeAll(file, bytes, 0));
  }

  async create(name: string, inFront: number, make: (write: Write) => Promise<Uint8Array>): Promise<number> {
    let size = inFront;
    await writeWhole(this.pathOf(name), async (file) => {
      const body = new Appender(file, inFront);
      const front = await make((piece) => body.add(piece));
      await body.flush();
      await writeAll(file, front, 0);
      size = body.end;
    });
    return size;
  }

  read(name: string): Promise<Buffer | undefined> {
    return unlessGone(readFile(this.pathOf(name)));
  }

  async open(name: string): Promise<OpenContent | undefined> {
    const file = await unlessGone(open(this.pathOf(name)));
    if (file === undefined) return undefined;
    const { size } = await file.stat();
    return {
      size,
      read: async (start = 0, length = size - start) => file.createReadStream({ start, end: start + length - 1 }),
      close: () => file.close(),
    };
  }

  pathOf(name: string): string {
    return join(this.#folder, name);
  }

  list(prefix: string): AsyncGenerator<ListedContent> {
    return this.#find(prefix, false);
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(this.pathOf(name), { force: true });
  }

  grow(options: GrowOptions): Promise<GrowingContent> {
    return new FolderGrowth(this, this.pathOf(options.name), options).resume(folderProgress);
  }

  async removeUnfinished(prefix: string, before: number): Promise<void> {
    for await (const { name, changedAt } of this.#find(prefix, true)) {
      if (changedAt < before) await this.remove([name]);
    }
  }

  async *#find(prefix: string, areUnfinished: boolean): AsyncGenerator<ListedContent> {
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(prefix) || name.endsWith(unfinished) !== areUnfinished) continue;
      const found = await unlessGone(stat(this.pathOf(name)));
      if (found !== undefined) yield { name, changedAt: found.mtimeMs };
    }
  }
}
