import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The project's folder. */
export const root = resolve(import.meta.dirname, "..");

/** Copies the project, with its packages linked, into a new folder. Returns that. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "project-"));
  for (const name of readdirSync(root)) {
    if (!/^(?:node_modules|dist|data|test-results|\.git|\.ci)$/.test(name))
      cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  // Not the folder itself: what tools keep below it must be this copy's own.
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
  return copy;
}

/** Runs a script below a folder in it. Throws with what it printed when it fails. */
export function runIn(folder: string, script: string, ...argumentList: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, script), ...argumentList], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${script} ${argumentList.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
}
