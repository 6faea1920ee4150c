import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { SpeechFormat, Synthesis, SynthesisResult } from "../synthesis/synthesizer.ts";
import { writeSoundFile } from "./sound-file.ts";
import { type Granularity, writeTimestamps } from "./timestamps.ts";

/** What a file in the making is called until it is whole. */
const unfinished = ".part";

/**
 * The files of tasks: sound and timestamps. A file gets its name only when it is whole and on the disk, so that a name
 * never stands for a part of it, whenever the process ends.
 */
export class TaskFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @returns the size of the sound in bytes. */
  async writeSound(
    id: string,
    { extension, format }: { readonly extension: string; readonly format: SpeechFormat },
    synthesis: Synthesis,
    onBytes: () => void,
  ): Promise<number> {
    const path = this.#path(id, extension);
    const bytes = await writeSoundFile(path + unfinished, format, synthesis, onBytes);
    await this.#publish(path);
    return bytes;
  }

  async writeTimestamps(id: string, granularity: Granularity, result: SynthesisResult): Promise<void> {
    const path = this.#path(id, timestampsExtension);
    await writeTimestamps(path + unfinished, granularity, result);
    await this.#publish(path);
  }

  /** A task's file, open for reading; undefined when it is gone. */
  async open(id: string, extension: string): Promise<FileHandle | undefined> {
    try {
      return await open(this.#path(id, extension));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }

  async remove(id: string): Promise<void> {
    const names = (await readdir(this.#folder)).filter((name) => idOf(name) === id);
    for (const name of names) await rm(join(this.#folder, name), { force: true });
  }

  /** Removes every file that belongs to none of these tasks: what an earlier process left unfinished. */
  async removeOthers(ids: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      if (name.endsWith(unfinished) || !ids.has(idOf(name))) await rm(join(this.#folder, name), { force: true });
    }
  }

  #path(id: string, extension: string): string {
    return join(this.#folder, `${id}.${extension}`);
  }

  /** Gives a whole file its name, for good: the folder's entry is on the disk too. */
  async #publish(path: string): Promise<void> {
    await rename(path + unfinished, path);
    // Windows can't open folders; it writes their entries by itself.
    const folder = process.platform === "win32" ? undefined : await open(this.#folder);
    try {
      await folder?.sync();
    } finally {
      await folder?.close();
    }
  }
}

export const timestampsExtension = "timestamps.json";

function idOf(fileName: string): string {
  return fileName.slice(0, fileName.indexOf("."));
}
