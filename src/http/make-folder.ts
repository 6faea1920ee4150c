import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "./errors.ts";

/**
 * Makes a folder and those above it, where they aren't there. Node 20 does so by itself, but never ends where the
 * system makes none, as below /proc.
 */
export function makeFolder(directory: string, mode = 0o700): void {
  if (!existsSync(dirname(directory))) makeFolder(dirname(directory), mode);
  try {
    mkdirSync(directory, { mode });
  } catch (error) {
    // It was there, or another program has made it.
    if (codeOf(error) !== "EEXIST" || !statSync(directory).isDirectory()) throw error;
  }
}
