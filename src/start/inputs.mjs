import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What the built files are made from. */
const inputs = ["index.html", "package-lock.json", "public", "src", "vite.config.ts"];
const neverBuilt = /\.(?:test|fixture)\.\w+$|\.md$/;

/**
 * A hash of everything that the built files are made from, by name and content; times don't matter, since git changes
 * them without changing a file.
 *
 * @param {string} root the project's folder
 * @returns {string} hexadecimal SHA-256
 */
export function hashInputs(root) {
  const hash = createHash("sha256");
  const files = inputs.flatMap((input) => filesOf(join(root, input)));
  for (const file of files) {
    const name = relative(root, file).split(sep).join("/");
    if (neverBuilt.test(name)) continue;
    const content = readFileSync(file);
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

/**
 * @param {string} path a file or a folder, which may be missing
 * @returns {string[]} the files, sorted
 */
function filesOf(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesOf(join(path, name)));
}
