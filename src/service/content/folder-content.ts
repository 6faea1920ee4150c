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
import { FolderGrowth } from "./folder-growth.ts";
import { Appender, publish, unfinished, unfinishedName, unlessGone, writeAll, writeWhole } from "./whole-files.ts";

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
    return writeWhole(this.pathOf(name), bytes);
  }

  async create(name: string, inFront: number, make: (write: Write) => Promise<Uint8Array>): Promise<number> {
    const path = this.pathOf(name);
    const making = unfinishedName(path);
    const file = await open(making, "w", 0o600);
    const body = new Appender(file, inFront);
    try {
      const front = await make((piece) => body.add(piece));
      await body.flush();
      await writeAll(file, front, 0);
      await file.sync();
    } catch (error) {
      await file.close();
      // It may have taken the last of the room.
      await rm(making, { force: true });
      throw error;
    }
    await file.close();
    await publish(making, path);
    return body.end;
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

  async *list(prefix: string): AsyncGenerator<ListedContent> {
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(prefix) || name.endsWith(unfinished)) continue;
      const found = await unlessGone(stat(this.pathOf(name)));
      if (found !== undefined) yield { name, changedAt: found.mtimeMs };
    }
  }

  async remove(names: readonly string[]): Promise<void> {
    for (const name of names) await rm(this.pathOf(name), { force: true });
  }

  grow({ name, checkpoint, inFront }: GrowOptions): Promise<GrowingContent> {
    return FolderGrowth.resume(this.pathOf(name), this.pathOf(checkpoint), inFront);
  }

  async removeUnfinished(prefix: string, before: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (!name.startsWith(prefix) || !name.endsWith(unfinished)) continue;
      const found = await unlessGone(stat(this.pathOf(name)));
      if (found !== undefined && found.mtimeMs < before) await rm(this.pathOf(name), { force: true });
    }
  }
}
