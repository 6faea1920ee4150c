import { randomBytes } from "node:crypto";
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { codeOf, StartProblem } from "./problem.mjs";

/**
 * The secrets that the programs share, made once and kept, so that signed addresses stay good over a restart.
 *
 * @typedef {object} Secrets
 * @property {string} apiKey opens the embedded speech service
 * @property {string} signingSecret signs the addresses of finished audio
 */

/**
 * @param {string} root the project's folder
 * @param {string | undefined} dataDirectory DATA_DIR; `data` in the project's folder when it isn't set
 * @returns {Secrets & { directory: string }}
 * @throws {StartProblem} when the folder can't be used
 */
export function readSecrets(root, dataDirectory) {
  return inDataFolder(root, dataDirectory, (directory) => ({
    directory,
    apiKey: readSecret(join(directory, "api-key")),
    signingSecret: readSecret(join(directory, "signing-secret")),
  }));
}

/**
 * The secret that seals sessions, made once and kept, so that sessions stay good over a restart.
 *
 * @param {string} root the project's folder
 * @param {string | undefined} dataDirectory DATA_DIR
 * @returns {string}
 * @throws {StartProblem} when the folder can't be used
 */
export function readSessionSecret(root, dataDirectory) {
  return inDataFolder(root, dataDirectory, (directory) => readSecret(join(directory, "session-secret")));
}

/** @type {Readonly<Record<string, string>>} */
const remedies = {
  ENOSPC: "Make room on its disk",
  EDQUOT: "Make room on its disk",
  // What is there, or above it, is a file.
  EEXIST: "Move the file of that name away",
  ENOTDIR: "Move the file in its path away",
};

/**
 * @template Value
 * @param {string} root
 * @param {string | undefined} dataDirectory
 * @param {(directory: string) => Value} read
 * @returns {Value}
 */
function inDataFolder(root, dataDirectory, read) {
  const directory = resolve(root, dataDirectory || "data");
  try {
    makeFolder(directory);
    return read(directory);
  } catch (error) {
    if (error instanceof StartProblem) throw error;
    const reason = codeOf(error) || String(error);
    const remedy = remedies[reason] ?? "Make it writable";
    throw new StartProblem(`${directory} can't be used (${reason}). ${remedy}, or set DATA_DIR to another folder.`);
  }
}

/**
 * Makes a folder and those above it. Node 20 does so by itself, but never ends where the system makes none, as below
 * /proc.
 *
 * @param {string} directory
 */
function makeFolder(directory) {
  if (!existsSync(dirname(directory))) makeFolder(dirname(directory));
  try {
    mkdirSync(directory, { mode: 0o700 });
  } catch (error) {
    // Another start may have made it.
    if (codeOf(error) !== "EEXIST" || !statSync(directory).isDirectory()) throw error;
  }
}

/** Another start may have made a file, and not written into it yet. */
const [longestWriteMs, lookEveryMs] = [2_000, 20];

/**
 * @param {string} file
 * @returns {string}
 */
function readSecret(file) {
  makeSecret(file);
  let kept = readFileSync(file, "utf8").trim();
  while (kept === "" && Date.now() - statSync(file).mtimeMs < longestWriteMs) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lookEveryMs);
    kept = readFileSync(file, "utf8").trim();
  }
  if (!/^[A-Za-z0-9_-]{32,}$/.test(kept))
    throw new StartProblem(`${file} is damaged. Delete it, and a new one is made.`);
  return kept;
}

/**
 * Makes a secret, unless there is one.
 *
 * @param {string} file
 */
function makeSecret(file) {
  let made;
  try {
    made = openSync(file, "wx", 0o600);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return;
    throw error;
  }
  try {
    writeSync(made, randomBytes(32).toString("base64url"));
  } catch (error) {
    // A full disk takes the file and not what stands in it.
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(made);
  }
}
