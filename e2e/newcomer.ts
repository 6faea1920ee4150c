import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** What the models' README tells to write: the new file, and the line that is added to another. */
export interface Instructions {
  readonly file: string;
  readonly text: string;
  readonly list: string;
  readonly line: string;
}

const readmePath = "src/contract/models/README.md";

/** Reads "How to add a model". Throws when it doesn't hold one file and one line. */
export function readInstructions(): Instructions {
  const readme = readFileSync(join(root, readmePath), "utf8");
  const blocks = [...readme.matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```$/gms)].map(([, path = "", text = ""]) => ({
    path,
    text,
  }));
  const [file, list, ...others] = blocks;
  if (file === undefined || list === undefined || others.length > 0)
    throw new Error(`${readmePath} doesn't tell one file and one line.`);
  if (list.text.trimEnd().includes("\n")) throw new Error(`${readmePath} tells more than one line for ${list.path}.`);
  return { file: file.path, text: file.text, list: list.path, line: list.text };
}

/** Copies the project, with its packages linked, and writes in it what a newcomer is told to. Returns the copy's folder. */
export function followInstructions({ file, text, list, line }: Instructions): string {
  const copy = mkdtempSync(join(tmpdir(), "newcomer-"));
  for (const name of readdirSync(root)) {
    if (!/^(?:node_modules|dist|data|test-results|\.git|\.ci)$/.test(name))
      cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  // Not the folder itself: what tools keep below it must be this copy's own.
  mkdirSync(join(copy, "node_modules"));
  for (const name of readdirSync(join(root, "node_modules"))) {
    if (!name.startsWith(".")) symlinkSync(join(root, "node_modules", name), join(copy, "node_modules", name));
  }
  writeFileSync(join(copy, file), text, { flag: "wx" });
  appendFileSync(join(copy, list), line);
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
