import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { codeOf, StartProblem } from "./problem.mjs";

/** A build takes seconds. What is older was left by a launcher that was killed, whoever has its number now. */
const longestBuildMs = 600_000;
/** A lock is empty for the moment in which it is written. */
const longestWriteMs = 2_000;
/** After this long somebody who waits is told for whom. */
const silentMs = 3_000;

/**
 * Waits until nobody else builds in this folder: two builds at once would mix their files, and what came of it would be
 * taken for fresh.
 *
 * @param {string} lock the file that says who builds
 * @returns {Promise<() => void>} lets others build
 * @throws {StartProblem} where nothing can be written
 */
export async function lockBuild(lock) {
  const own = ownName();
  const begun = Date.now();
  let isTold = false;
  const folder = dirname(lock);
  /** @param {unknown} error */
  const unwritable = (error) =>
    new StartProblem(
      `${folder} can't be written (${codeOf(error)}), and what is built there isn't made from these sources. ` +
        "Build as somebody who may write there: npm run build.",
    );
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw unwritable(error);
  }
  for (;;) {
    try {
      writeFileSync(lock, own, { flag: "wx" });
      return () => {
        if (holderOf(lock)?.name === own) rmSync(lock, { force: true });
      };
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw unwritable(error);
    }
    const holder = holderOf(lock);
    // Freed meanwhile.
    if (holder === undefined) continue;
    if (isLeft(holder) && removeLeft(lock)) continue;
    if (!isTold && Date.now() - begun >= silentMs) {
      isTold = true;
      console.error(
        `Process ${numberOf(holder.name)} builds in this folder; this one waits for it. If none does, delete ${lock}.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/**
 * Removes a lock that was left; one launcher at a time, or it would be the one that the faster one took by now.
 *
 * @param {string} lock
 * @returns {boolean} false where another launcher is about it
 */
export function removeLeft(lock) {
  const removing = `${lock}.left`;
  try {
    writeFileSync(removing, "", { flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
    // Whoever removed it died over that.
    const other = holderOf(removing);
    if (other !== undefined && isLeft(other)) rmSync(removing, { force: true });
    return false;
  }
  const holder = holderOf(lock);
  if (holder !== undefined && isLeft(holder)) rmSync(lock, { force: true });
  rmSync(removing, { force: true });
  return true;
}

/**
 * Who has a lock, and for how long; undefined where nobody has.
 *
 * @param {string} lock
 */
function holderOf(lock) {
  try {
    return { name: readFileSync(lock, "utf8"), ageMs: Date.now() - statSync(lock).mtimeMs };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * What this launcher is called in a lock: its number, and its machine. In a container that is started again it often
 * has the number that the last one had.
 */
function ownName() {
  return `${process.pid} ${hostname()}`;
}

/** @param {string} name */
function numberOf(name) {
  return Number.parseInt(name, 10);
}

/** Whether a launcher is gone. @param {{ name: string, ageMs: number }} holder */
function isLeft({ name, ageMs }) {
  if (name === "") return ageMs > longestWriteMs;
  if (ageMs > longestBuildMs) return true;
  // From before this process there can be none of its own.
  if (name === ownName()) return ageMs > process.uptime() * 1_000;
  try {
    process.kill(numberOf(name), 0);
    return false;
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    return codeOf(error) === "ESRCH";
  }
}
