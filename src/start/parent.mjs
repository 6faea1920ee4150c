import { readFileSync, readlinkSync } from "node:fs";

/** How often is looked, in milliseconds. */
const checkEvery = 500;

/**
 * Calls `onGone` once npm is gone, where npm started this program. Between the two stands a shell that passes no signal
 * on: SIGTERM to npm ends the shell, npm ends with it, and this program would go on with its port and its lock. Where
 * the shell is bash, it becomes this program, and npm is the parent itself. Whoever started npm may end before it, and
 * the parent of a program that was started without npm.
 *
 * @param {NodeJS.ProcessEnv} environment
 * @param {() => void} onGone
 */
export function watchNpm(environment, onGone) {
  if (environment["npm_lifecycle_event"] === undefined) return;
  const parent = process.ppid;
  const shell = isProgram(parent, environment["npm_node_execpath"]) ? undefined : parent;
  const npm = shell && parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === parent && (shell === undefined || parentOf(shell) === npm)) return;
    clearInterval(timer);
    onGone();
  }, checkEvery);
  timer.unref();
}

/** The parent of a process; undefined where the system doesn't show it as a file. @param {number} pid */
function parentOf(pid) {
  try {
    // The name in brackets may hold anything, so that what follows is counted from its end.
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[1];
  } catch {
    return undefined;
  }
}

/**
 * Whether a process runs this file; false where the system doesn't show it.
 *
 * @param {number} pid
 * @param {string} [file]
 */
function isProgram(pid, file) {
  try {
    return readlinkSync(`/proc/${pid}/exe`) === file;
  } catch {
    return false;
  }
}
