import { spawn } from "node:child_process";
import { StartProblem } from "./problem.mjs";

/**
 * How the C library hands out memory under Linux; elsewhere nobody reads it. Sound passes through programs in pieces of
 * megabytes. By default freed ones soon stay with the process, in a part of the heap for each thread: a worker held
 * 40 MB more.
 */
export const sparingAllocation = Object.freeze({ MALLOC_ARENA_MAX: "2", MALLOC_MMAP_THRESHOLD_: "131072" });

/** How long a program may take until it listens, in milliseconds. */
const startTime = 60_000;
/** How long a program may take to end, beyond the time that it gives to running answers, in milliseconds. */
const endTime = 5_000;
/** The most that the service takes for that, in seconds: above some millions a timer would end at once. */
const longestStopSeconds = 3_600;
/** How long the proxy lets running answers finish, in seconds, and the service where nothing else is said. */
const usualStopSeconds = 5;
/** How much longer the proxy waits for the embedded service, in seconds, so that the service is the one that cuts. */
const cutSeconds = 2;

/**
 * How long the proxy waits for running answers of the embedded service once both are told to stop, in seconds.
 *
 * @param {NodeJS.ProcessEnv} environment
 */
export function embeddedStopSeconds(environment) {
  return Number(environment["SERVICE_STOP_SECONDS"]?.trim() || usualStopSeconds) + cutSeconds;
}

/**
 * @typedef {object} Program
 * @property {string} name as people know it, with its article
 * @property {Promise<number>} listening the port, once it listens
 * @property {Promise<string>} ended one line that says how it ended
 * @property {Promise<number | null>} exitCode
 * @property {() => Promise<void>} stop asks it to end, and waits until it has
 * @property {() => void} kill
 */

/**
 * The programs that this one has started. Each runs in a process group of its own, so that Ctrl-C in a terminal reaches
 * this program alone and the order of the end is ours; each ends by itself when this program is gone, because the
 * channel between them closes.
 */
export class ChildProcesses {
  /** @type {Program[]} */
  #programs = [];
  #stopping = false;

  /** Whether everything ends, so that nothing may be started any more. */
  get isStopping() {
    return this.#stopping;
  }

  /** Called when a program ends that nobody told to. @type {(line: string) => void} */
  onUnexpectedExit = () => {};

  /**
   * Starts a program that goes on until it is stopped.
   *
   * @param {string} name
   * @param {string} file
   * @param {NodeJS.ProcessEnv} environment
   * @param {string[]} [args]
   * @param {(line: string) => void} [onExit] called in place of `onUnexpectedExit` for a program that will be started
   *   again; it is told to stop after all others, in whichever of its lives
   * @returns {Promise<{ port: number, program: Program }>} once it listens
   * @throws {StartProblem} when it ends before
   */
  async start(name, file, environment, args = [], onExit = undefined) {
    const program = this.#spawn(name, file, environment, args);
    if (onExit !== undefined) this.#programs = [program, ...this.#programs.filter((other) => other !== program)];
    try {
      const port = await withTimeout(program.listening, startTime, `${name} didn't start within a minute.`);
      program.ended.then((line) => {
        if (this.#stopping || !this.#programs.includes(program)) return;
        this.#forget(program);
        (onExit ?? this.onUnexpectedExit)(line);
      });
      return { port, program };
    } catch (error) {
      await program.stop();
      this.#forget(program);
      throw error;
    }
  }

  /**
   * Runs a program to its end.
   *
   * @param {string} name
   * @param {string} file
   * @param {NodeJS.ProcessEnv} environment
   * @param {string[]} args
   * @throws {StartProblem} when it fails
   */
  async run(name, file, environment, args) {
    const program = this.#spawn(name, file, environment, args);
    const [code, line] = await Promise.all([program.exitCode, program.ended]);
    this.#forget(program);
    if (code !== 0) throw new StartProblem(line);
  }

  /**
   * Runs a program to its end, whose exit code says something. Told to stop, it takes the time that it needs: what it
   * waits for has been paid for.
   *
   * @param {string} name
   * @param {string} file
   * @param {NodeJS.ProcessEnv} environment
   * @param {string[]} args
   * @returns {Promise<number | null>} null where a signal ended it
   */
  async finish(name, file, environment, args) {
    const program = this.#spawn(name, file, environment, args, false);
    const code = await program.exitCode;
    this.#forget(program);
    return code;
  }

  /** Stops one program, and no longer answers for it. @param {Program} program */
  async stop(program) {
    this.#forget(program);
    await program.stop();
  }

  /**
   * Stops every program. All are told at once, the youngest first: each lets what runs finish, and the service gives
   * back what it cuts, for which the proxy waits.
   */
  async stopAll() {
    this.#stopping = true;
    await Promise.all(this.#programs.toReversed().map((program) => program.stop()));
  }

  killAll() {
    this.#stopping = true;
    for (const program of this.#programs) program.kill();
  }

  /** @param {Program} program */
  #forget(program) {
    this.#programs = this.#programs.filter((other) => other !== program);
  }

  /**
   * @param {string} name
   * @param {string} file
   * @param {NodeJS.ProcessEnv} environment
   * @param {string[]} args
   * @param {boolean} [endsInTime] see `spawnProgram`
   */
  #spawn(name, file, environment, args, endsInTime = true) {
    if (this.#stopping) throw new StartProblem("The playground is stopping.");
    const program = spawnProgram(name, file, environment, args, endsInTime);
    this.#programs.push(program);
    return program;
  }
}

/**
 * @param {string} name
 * @param {string} file
 * @param {NodeJS.ProcessEnv} environment
 * @param {string[]} args
 * @param {boolean} endsInTime whether it is killed where it hasn't ended some seconds after it was told to stop
 * @returns {Program}
 */
function spawnProgram(name, file, environment, args, endsInTime) {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...sparingAllocation, ...environment },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    detached: true,
    windowsHide: true,
  });
  /** @type {string | undefined} */
  let failure;
  /** @type {Promise<number>} */
  const listening = new Promise((resolve, reject) => {
    child.on("message", (/** @type {{ type?: string, port?: number, message?: string }} */ message) => {
      if (message.type === "listening" && message.port !== undefined) resolve(message.port);
      if (message.type === "failed") failure = message.message;
    });
    // The channel may still hold the reason when the process has gone.
    child.once("close", (code, signal) => reject(new StartProblem(endOf(name, code, signal, failure))));
    child.once("error", (error) => reject(new StartProblem(`${name} can't be started: ${error.message}`)));
  });
  listening.catch(() => {});
  /** @type {Promise<number | null>} */
  const exitCode = new Promise((resolve) => {
    child.once("close", (code) => resolve(code));
    child.once("error", () => resolve(1));
  });
  const ended = exitCode.then((code) => endOf(name, code, child.signalCode, failure));
  return {
    name,
    listening,
    ended,
    exitCode,
    async stop() {
      child.kill("SIGTERM");
      // Where another service speaks, nobody has looked at it.
      const wanted = Number(environment["SERVICE_STOP_SECONDS"]) || 0;
      const seconds = Math.min(longestStopSeconds, Math.max(usualStopSeconds, wanted));
      const timer = endsInTime && setTimeout(() => child.kill("SIGKILL"), seconds * 1_000 + endTime);
      await exitCode;
      if (timer) clearTimeout(timer);
    },
    kill: () => void child.kill("SIGKILL"),
  };
}

/**
 * @param {string} name
 * @param {number | null} code
 * @param {string | null} signal
 * @param {string | undefined} failure what the program itself said
 */
function endOf(name, code, signal, failure) {
  return failure ?? `${name} ended unexpectedly (${signal ?? `exit code ${code}`}).`;
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} time in milliseconds
 * @param {string} message
 * @returns {Promise<T>}
 */
async function withTimeout(promise, time, message) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new StartProblem(message)), time);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
