import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
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
  buildUncompressed(copy);
  return copy;
}

/** Has a copy build its page without what only makes answers smaller: that takes more than a third of a build. */
function buildUncompressed(copy: string): void {
  const path = join(copy, "vite.config.ts");
  const text = readFileSync(path, "utf8");
  const compressing = "compressPage(),";
  if (!text.includes(compressing)) throw new Error(`${path} has no${compressing}.`);
  writeFileSync(path, text.replace(compressing, ""));
}

/** Runs a script below a folder in it. Throws with what it printed when it fails. */
export function runIn(folder: string, script: string, ...argumentList: readonly string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, script), ...argumentList], {
    cwd: folder,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${script} ${argumentList.join(" ")} ended with ${status}:\n${stdout}\n${stderr}`);
}
