import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { copyProject, root } from "./project-copy.ts";

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

/** Copies the project and writes in it what a newcomer is told to. Returns the copy's folder. */
export function followInstructions({ file, text, list, line }: Instructions): string {
  const copy = copyProject();
  writeFileSync(join(copy, file), text, { flag: "wx" });
  appendFileSync(join(copy, list), line);
  return copy;
}
