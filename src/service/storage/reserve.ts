import { randomFillSync } from "node:crypto";
import { closeSync, fsyncSync, openSync, rmSync, statSync, writeSync } from "node:fs";

/** Room for the last word on some dozens of tasks: each takes a few pages of the database and of its journal. */
const reserveBytes = 192 * 1024;

/**
 * A file that keeps room on the disk. Given up when the disk is full, it leaves room to write down how tasks ended;
 * filled again as soon as there is room for more than that.
 */
export class Reserve {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Takes the room, unless it is taken already. Returns whether it is. */
  fill(): boolean {
    if (statSync(this.#path, { throwIfNoEntry: false })?.size === reserveBytes) return true;
    try {
      const file = openSync(this.#path, "w", 0o600);
      try {
        // Not zeros, for which some file systems keep no room.
        const bytes = randomFillSync(Buffer.alloc(reserveBytes));
        for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      return true;
    } catch {
      this.giveUp();
      return false;
    }
  }

  giveUp(): void {
    rmSync(this.#path, { force: true });
  }
}
