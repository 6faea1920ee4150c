import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Snippet } from "../../src/contract/snippets/code-request.ts";

export const root = resolve(import.meta.dirname, "../..");

const canImport = (python: string, name: string) => spawnSync(python, ["-c", `import ${name}`]).status === 0;

/** The Python that has what snippets need: where a machine has several, the system's own has the system's packages. */
const python = ["python3", "/usr/bin/python3"].find((name) => canImport(name, "requests, websockets")) ?? "python3";

/** The packages that Python finds here, of those that snippets need. */
const pythonPackages = ["requests", "websockets", "openai"].filter((name) => canImport(python, name));
const hasProgram = (name: string) => spawnSync(name, ["--version"]).status === 0;

/** What this machine lacks of everything that snippets need; `openai` is stood in for by a module of ours. */
export const missing: readonly string[] = [
  ...["curl", "jq", "python3"].filter((name) => !hasProgram(name)),
  ...["requests", "websockets"].filter((name) => !pythonPackages.includes(name)).map((name) => `python3-${name}`),
];

/** Whether the OpenAI client itself is here, or stood in for. */
export const openaiIsReal = pythonPackages.includes("openai");

/** Whether a snippet can be run here. */
export function canRun({ id, needs }: Pick<Snippet, "id" | "needs">): boolean {
  if (id === "typescript") return true;
  const needed =
    id === "curl" ? needs : ["python3", ...needs.map((name) => `python3-${name === "openai" ? "requests" : name}`)];
  return needed.every((name) => !missing.includes(name));
}

export interface RunSnippet {
  /** What the program ended with: 0 where it went well. */
  readonly status: number;
  /** The file that it made; empty where it made none. */
  readonly file: Buffer;
  /** What it wrote to its output and its errors. */
  readonly said: string;
}

/**
 * Runs a snippet in a folder of its own as its reader would, and returns what became of it. `before` is what `file`
 * held.
 */
export async function runSnippet(
  { language, name, code }: Snippet,
  file: string,
  environment: { readonly SPEECH_BASE_URL: string; readonly SPEECH_API_KEY: string },
  before?: string,
): Promise<RunSnippet> {
  const folder = await mkdtemp(join(tmpdir(), "snippet-"));
  try {
    await writeFile(join(folder, name), code);
    if (before !== undefined) await writeFile(join(folder, file), before);
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const [program, ...argumentList] = programs[language];
    const { status, said } = await new Promise<Omit<RunSnippet, "file">>((done) => {
      execFile(
        program,
        [...argumentList, name],
        { cwd: folder, env: { ...process.env, ...programs.environment, ...environment } },
        (error, output, errors) => done({ status: error === null ? 0 : Number(error.code), said: output + errors }),
      );
    });
    return { status, said, file: await readFile(join(folder, file)).catch(() => Buffer.alloc(0)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the strict compiler says of TypeScript snippets; empty where it finds nothing. */
export async function compile(snippets: readonly Snippet[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "snippets-"));
  try {
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    const files = snippets.map((_, at) => `snippet-${at}.mts`);
    await Promise.all(snippets.map(({ code }, at) => writeFile(join(folder, files[at] ?? ""), code)));
    const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--types", "node"];
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [compiler, ...options, ...files], {
      cwd: folder,
      encoding: "utf8",
    });
    return status === 0 ? "" : stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const stubs = openaiIsReal ? [] : [join(import.meta.dirname, "stand-in")];
const pythonPath = [...stubs, ...(process.env["PYTHONPATH"] ?? "").split(":")].filter((each) => each !== "").join(":");

/** What runs a snippet of each language, given its file, and the variables that it is run with. */
export const programs: Readonly<Record<Snippet["language"], readonly [string, ...string[]]>> & {
  readonly environment: Readonly<Record<string, string>>;
} = {
  curl: ["sh"],
  python: [python],
  typescript: [process.execPath, "--import", pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href],
  environment: { PYTHONPATH: pythonPath, PYTHONIOENCODING: "utf-8" },
};
