import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { lockBuild } from "./build-lock.mjs";

/** @import { ChildProcesses } from "./child-processes.mjs" */

/** What the built files are made from. */
const sources = ["index.html", "package-lock.json", "public", "src", "vite.config.ts"];
const neverBuilt = /\.(?:test|fixture)\.\w+$|\.md$/;

const buildProgram = fileURLToPath(new URL("build-program.mjs", import.meta.url));

/**
 * Builds page and programs unless `dist` holds what the sources would give.
 *
 * @param {string} root the project's folder
 * @param {ChildProcesses} children runs the build
 * @returns {Promise<boolean>} whether something was built
 * @throws {import("./problem.mjs").StartProblem} when it can't be built
 */
export async function buildWhatIsStale(root, children) {
  if (isFresh(root, hashInputs(root))) return false;
  const free = await lockBuild(join(root, "dist", "building.pid"));
  try {
    // Another launcher may have built it meanwhile.
    const inputs = hashInputs(root);
    if (isFresh(root, inputs)) return false;
    if (process.stderr.isTTY) console.error("Building the page and the programs …");
    await build(root, children, "all");
    writeFileSync(stampOf(root), inputs);
    return true;
  } finally {
    free();
  }
}

/**
 * @param {string} root the project's folder
 * @param {ChildProcesses} children runs the build
 * @param {"all" | "programs"} what
 */
export async function build(root, children, what) {
  // Without the stamp a build that is broken off, or is of the programs alone, isn't taken for a whole one.
  rmSync(stampOf(root), { force: true });
  await children.run("The build", buildProgram, { ...process.env, NODE_ENV: "production" }, [root, what]);
}

/** @param {string} root */
function stampOf(root) {
  return join(root, "dist", "inputs.sha256");
}

/**
 * @param {string} root
 * @param {string} inputs
 */
function isFresh(root, inputs) {
  const needed = ["page/index.html", "programs/server.js", "programs/service.js", "command/check.js"].map((file) =>
    join(root, "dist", file),
  );
  const stamp = stampOf(root);
  return [stamp, ...needed].every(existsSync) && readFileSync(stamp, "utf8") === inputs;
}

/**
 * A hash of everything that the built files are made from, by name and content; times don't matter, since git changes
 * them without changing a file.
 *
 * @param {string} root the project's folder
 * @returns {string} hexadecimal SHA-256
 */
function hashInputs(root) {
  const hash = createHash("sha256");
  const files = sources.flatMap((input) => filesOf(join(root, input)));
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
