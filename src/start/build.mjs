import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lockBuild } from "./build-lock.mjs";
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
