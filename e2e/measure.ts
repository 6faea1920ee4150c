import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * `npm run measure`: how large the project is and how much of it is said more than once, each figure beside its goal.
 */

/** A source file: its path below the project's folder, and its lines. */
export interface SourceFile {
  readonly path: string;
  readonly lines: readonly string[];
}

export interface Measure {
  readonly name: string;
  readonly goal: number;
  /** Where it was found; its number is the measure. */
  readonly found: readonly string[];
}

/** The longest line, in characters. */
const columns = 120;
/** A file that has so few lines and one importer beside it may be finer than a thought. */
const fewLines = 45;

const isScript = (path: string): boolean => /\.(?:tsx?|mjs)$/.test(path);
const isTest = (path: string): boolean => /\.(?:test|fixture)\.tsx?$/.test(path);
const isProduction = (path: string): boolean => path.startsWith("src/") && !isTest(path);

/** Measures the files of a project. */
export function measure(files: readonly SourceFile[]): readonly Measure[] {
  const production = files.filter(({ path }) => isProduction(path));
  const scripts = production.filter(({ path }) => isScript(path));
  const styles = production.filter(({ path }) => path.endsWith(".css"));
  const readme = files.filter(({ path }) => path === "README.md");
  const outsideKit = (those: readonly SourceFile[], pattern: RegExp): string[] =>
    linesOf(those.filter(({ path }) => !path.startsWith("src/kit/"))).filter((line) => pattern.test(line));
  return [
    {
      name: "lines of TypeScript that isn't a test",
      goal: 59_000,
      found: linesOf(scripts.filter(({ path }) => !path.endsWith(".mjs"))),
    },
    { name: "lines of CSS", goal: 6_500, found: linesOf(styles) },
    { name: `lines past ${columns} columns`, goal: 0, found: linesOf(files).filter(isLong) },
    { name: `files of at most ${fewLines} lines with one importer, next door`, goal: 20, found: smallFiles(scripts) },
    { name: "imports from one feature into another", goal: 0, found: featureImports(scripts) },
    { name: "raw buttons outside the kit", goal: 0, found: outsideKit(scripts, /<button\b/) },
    { name: "rules of cursor: pointer outside the kit", goal: 0, found: outsideKit(styles, /cursor:\s*pointer/) },
    { name: "blocks for coarse pointers outside the kit", goal: 0, found: outsideKit(styles, /pointer:\s*coarse/) },
    { name: "blocks for forced colours outside the kit", goal: 0, found: outsideKit(styles, /forced-colors:/) },
    { name: "lines of README", goal: 180, found: linesOf(readme) },
    { name: "words of README", goal: 2_600, found: linesOf(readme).flatMap((line) => line.match(/[^\s|]+/g) ?? []) },
  ];
}

function linesOf(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, lines }) => lines.map((line, index) => `${path}:${index + 1}: ${line}`));
}

/** Whether a line of script or style is too long; `found` begins with where it stands. */
function isLong(found: string): boolean {
  const [, path = "", line = ""] = /^(.+?):\d+: (.*)$/.exec(found) ?? [];
  return (isScript(path) || path.endsWith(".css")) && [...line].length > columns;
}

/** The files of the project that a file imports, by their paths; what comes from packages isn't among them. */
function importsOf({ path, lines }: SourceFile): readonly Import[] {
  const specifiers = lines.join("\n").matchAll(/\b(?:from|import(\s*\()?)\s*"(\.[^"?]+)(\?worker)?/g);
  return [...specifiers].map(([, later, specifier = "", worker]) => ({
    path: join(dirname(path), specifier),
    later: (later ?? worker) !== undefined,
  }));
}

interface Import {
  readonly path: string;
  /** Whether it comes when it is needed, or runs in a thread of its own: it can be no part of who imports it. */
  readonly later: boolean;
}

function smallFiles(scripts: readonly SourceFile[]): string[] {
  const importers = new Map<string, Set<string>>();
  for (const file of scripts) {
    for (const { path, later } of importsOf(file)) {
      importers.set(path, (importers.get(path) ?? new Set()).add(later ? "" : file.path));
    }
  }
  return scripts
    .filter(({ path, lines }) => {
      const [only = "", ...others] = importers.get(path) ?? [];
      return lines.length <= fewLines && others.length === 0 && dirname(only) === dirname(path);
    })
    .map(({ path }) => path);
}

function featureImports(scripts: readonly SourceFile[]): string[] {
  const featureOf = (path: string): string | undefined => /^src\/features\/([^/]+)\//.exec(path)?.[1];
  return scripts.flatMap((file) => {
    const own = featureOf(file.path);
    const imported = importsOf(file).map(({ path }) => featureOf(path));
    return own === undefined
      ? []
      : imported.filter((feature) => feature !== undefined && feature !== own).map(() => file.path);
  });
}

/** Every source file of the project in a folder, and its README. */
export function readProject(root: string): readonly SourceFile[] {
  const folders = ["src", "e2e"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  return ["README.md", "vite.config.ts", ...folders]
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => isScript(path) || path.endsWith(".css") || path === "README.md")
    .map((path) => ({ path, lines: readFileSync(join(root, path), "utf8").trimEnd().split("\n") }));
}

if (resolve(process.argv[1] ?? "") === import.meta.filename) {
  const [, , wanted] = process.argv;
  for (const { name, goal, found } of measure(readProject(resolve(import.meta.dirname, "..")))) {
    const mark = found.length <= goal ? "✓" : "✗";
    console.log(`${mark} ${String(found.length).padStart(6)}  of ${String(goal).padStart(6)}  ${name}`);
    if (wanted !== undefined && name.includes(wanted)) for (const each of found) console.log(`         ${each}`);
  }
}
