import { setTimeout } from "node:timers/promises";

/** @import { ChildProcesses } from "./child-processes.mjs" */

/** How soon a dead program is started again, in milliseconds: each time after twice as long as before. */
const shortestPause = 500;
const longestPause = 30_000;
/** A program that lives so long is well, and the next pause is the shortest again. In milliseconds. */
const wellAfter = 60_000;

/**
 * @typedef {object} Clock
 * @property {() => number} now in milliseconds
 * @property {(milliseconds: number, value: undefined, options: { signal: AbortSignal }) => Promise<unknown>} wait
 *   rejects when the signal aborts
 */

/**
 * Starts a program, and starts it again whenever it dies, with a pause that grows.
 *
 * @param {Pick<ChildProcesses, "start" | "stop" | "isStopping">} children
 * @param {string} name as people know it, with its article
 * @param {string} file
 * @param {NodeJS.ProcessEnv} environment must name the port, so that the program is found again where it was
 * @param {(line: string) => void} report is told when the program dies, why it can't be started, and when it is back
 * @param {Clock} [clock]
 * @returns {Promise<() => Promise<void>>} once it listens; what ends it for good, also while it is dead
 * @throws {import("./problem.mjs").StartProblem} when it can't be started the first time
 */
export async function keepRunning(
  children,
  name,
  file,
  environment,
  report,
  clock = { now: () => performance.now(), wait: setTimeout },
) {
  const ending = new AbortController();
  const { signal } = ending;
  let pause = shortestPause;
  let begun = clock.now();
  let reviving = Promise.resolve();
  const start = () => {
    begun = clock.now();
    return children.start(name, file, environment, [], (line) => {
      reviving = revive(line);
    });
  };
  const isOver = () => signal.aborted || children.isStopping;
  /** @param {string} reason why it isn't there */
  const revive = async (reason) => {
    if (clock.now() - begun >= wellAfter) pause = shortestPause;
    /** @type {string | undefined} */
    let problem = reason;
    while (problem !== undefined) {
      report(`${problem.replace(/\.?$/, ".")} It is started again in ${pause / 1000} s; the playground stays up.`);
      await clock.wait(pause, undefined, { signal }).catch(() => {});
      pause = Math.min(2 * pause, longestPause);
      if (isOver()) return;
      problem = await startAgain();
      if (isOver()) return;
    }
    report(`${name} is back.`);
  };
  const startAgain = async () => {
    try {
      ({ program } = await start());
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };
  let { program } = await start();
  return async () => {
    ending.abort();
    await reviving;
    await children.stop(program);
  };
}
