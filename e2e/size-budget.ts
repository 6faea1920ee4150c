import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import * as z from "zod";

/** What the page may transfer as JavaScript before it can show anything: 160 kB, where 1 kB is 1,000 bytes. */
export const initialScriptLimit = 160_000;

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), isEntry: z.boolean().optional(), imports: z.array(z.string()).optional() }),
);

/** A script of the page's first load and its size as transferred, in bytes. */
export interface ScriptSize {
  file: string;
  bytes: number;
}

/** The bytes that a browser receives for a file: the .br beside it, else what brotli makes of it at its best quality. */
function transferredBytes(path: string): number {
  if (existsSync(`${path}.br`)) return readFileSync(`${path}.br`).length;
  return brotliCompressSync(readFileSync(path), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}

/**
 * The scripts that a browser loads before the page shows anything, largest first: what index.html names and all that
 * these import statically. Scripts loaded later by `import()` don't count.
 * @param folder the built page, with index.html and Vite's manifest in .vite/manifest.json
 */
export function initialScripts(folder: string): ScriptSize[] {
  const manifest = manifestSchema.parse(JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")));
  const files = new Set<string>();
  const visited = new Set<string>();
  const visit = (name: string): void => {
    const chunk = manifest[name];
    if (chunk === undefined || visited.has(name)) return;
    visited.add(name);
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry === true) visit(name);
  const html = readFileSync(join(folder, "index.html"), "utf8");
  for (const [, file] of html.matchAll(/<(?:script|link)\b[^>]*?\b(?:src|href)="\/?([^":?]+\.m?js)"/g)) {
    if (file !== undefined) files.add(file);
  }
  const scripts = [...files].filter((file) => /\.m?js$/.test(file));
  if (scripts.length === 0) throw new Error(`No script found in ${folder}: was the page built?`);
  return scripts
    .map((file) => ({ file, bytes: transferredBytes(join(folder, file)) }))
    .sort((a, b) => b.bytes - a.bytes);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * The page's initial JavaScript against its budget, as lines to print.
 * Throws an error with the same figures when it is over the limit (in bytes).
 */
export function checkSizeBudget(folder: string, limit = initialScriptLimit): string {
  const scripts = initialScripts(folder);
  const total = scripts.reduce((sum, script) => sum + script.bytes, 0);
  const largest = scripts.slice(0, 5).map(({ file, bytes }) => `  ${kilobytes(bytes).padStart(9)}  ${file}`);
  const verdict = `Initial JavaScript: ${kilobytes(total)} of ${kilobytes(limit)} as transferred (brotli; 1 kB = 1,000 bytes)`;
  const report = [verdict, ...largest].join("\n");
  if (total > limit) throw new Error(`${kilobytes(total - limit)} over the size budget.\n${report}`);
  return report;
}
