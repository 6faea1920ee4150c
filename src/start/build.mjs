import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { hashInputs } from "./inputs.mjs";

/** @import { ChildProcesses } from "./child-processes.mjs" */

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
  const free = await lockBuild(root);
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

/** A build takes seconds. What is older was left by a launcher that was killed, whoever has its number now. */
const longestBuildMs = 600_000;

/**
 * Waits until nobody else builds in this folder: two builds at once would mix their files, and what came of it would be
 * taken for fresh.
 *
 * @param {string} root the project's folder
 * @returns {Promise<() => void>} lets others build
 */
async function lockBuild(root) {
  const lock = join(root, "dist", "building.pid");
  mkdirSync(join(root, "dist"), { recursive: true });
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      return () => rmSync(lock, { force: true });
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    if (isLeft(lock)) rmSync(lock, { force: true });
    else await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Whether the launcher that wrote a lock is gone. @param {string} lock */
function isLeft(lock) {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    // Empty for the moment in which it is written.
    if (pid > 0) process.kill(pid, 0);
    return Date.now() - statSync(lock).mtimeMs > longestBuildMs;
  } catch (error) {
    // ENOENT: freed meanwhile. EPERM: it lives, and belongs to somebody else.
    return error instanceof Error && "code" in error && error.code === "ESRCH";
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
