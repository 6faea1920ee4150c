import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** What ends the name of a file in the making. */
export const unfinished = ".part";
/** What is collected before it is written, in bytes. */
const writeBytes = 128 * 1024;

/** Gives a whole file its name, for good: the folder's entry is on the disk too. */
export async function publish(from: string, to: string): Promise<void> {
  await rename(from, to);
  // Windows can't open folders; it writes their entries by itself.
  const folder = process.platform === "win32" ? undefined : await open(dirname(to));
  try {
    await folder?.sync();
  } finally {
    await folder?.close();
  }
}

/** Opens a file for writing anywhere in it, and makes it where there is none. */
export function openToWrite(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
}

export async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
  }
}

/** Makes a file that has its name only when it is whole. */
export async function writeWhole(path: string, write: (file: FileHandle) => Promise<void>): Promise<void> {
  // Another name each time, since two processes may make the same file.
  const making = `${path}.${randomBytes(4).toString("hex")}${unfinished}`;
  const file = await open(making, "w", 0o600);
  try {
    await write(file);
    await file.sync();
  } catch (error) {
    await file.close();
    // It may have taken the last of the room.
    await rm(making, { force: true });
    throw error;
  }
  await file.close();
  await publish(making, path);
}

/** What reading gives, or undefined where there is no such file. */
export async function unlessGone<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Collects small pieces into large writes. */
export class Appender {
  readonly #file: FileHandle;
  /** One for all writes: a new one for each would lie about until the garbage is collected. */
  readonly #waiting = Buffer.allocUnsafe(writeBytes);
  #length = 0;
  /** Where the next byte goes, counted from the file's start. */
  end: number;

  constructor(file: FileHandle, start: number) {
    this.#file = file;
    this.end = start;
  }

  async add(bytes: Uint8Array): Promise<void> {
    for (let taken = 0; taken < bytes.length; ) {
      const more = bytes.subarray(taken, taken + writeBytes - this.#length);
      this.#waiting.set(more, this.#length);
      this.#length += more.length;
      this.end += more.length;
      taken += more.length;
      if (this.#length === writeBytes) await this.flush();
    }
  }

  async flush(): Promise<void> {
    const [length, start] = [this.#length, this.end - this.#length];
    this.#length = 0;
    await writeAll(this.#file, this.#waiting.subarray(0, length), start);
  }
}
