#!/usr/bin/env node
import { readOptions, usage } from "./options.ts";
import { CommandError } from "./problem.ts";
import { runCommand } from "./run.ts";

/** `npm run check` and `speech-check`: asks a service whether it keeps the interface document. */

/** npx passes a signal on that the terminal has sent already, so two within this time are one. In milliseconds. */
const sameSignalTime = 500;

const stopping = new AbortController();
let firstStop: number | undefined;
const stop = (): void => {
  firstStop ??= performance.now();
  // Who asks twice doesn't want to wait for what was sent.
  if (performance.now() - firstStop > sameSignalTime) process.exit(2);
  stopping.abort();
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
/** Whoever started this is gone, or its terminal: nobody is there to ask twice, and what was paid for is reported. */
const leave = (): void => stopping.abort();
process.on("disconnect", leave);
process.on("SIGHUP", leave);
// Lines for a terminal that is gone go nowhere.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const isTerminal = process.stderr.isTTY === true;
let told = 0;

/** Ten lines in a log; one that changes in a terminal. */
function progress(done: number, all: number): void {
  const tenth = Math.floor((10 * done) / all);
  if (isTerminal) process.stderr.write(`\r${done} of ${all}${done === all ? "\n" : ""}`);
  else if (tenth > told) process.stderr.write(`${done} of ${all}\n`);
  told = tenth;
}

async function run(): Promise<0 | 1 | 2> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options !== undefined) return runCommand(options, { say: console.log, progress }, stopping.signal);
  console.log(usage);
  return 0;
}

try {
  process.exitCode = await run();
} catch (error) {
  // Whatever broke here says nothing of the service: its checks haven't failed.
  const isOurs = !(error instanceof CommandError) && !stopping.signal.aborted;
  if (isOurs)
    console.error(`The run broke off, and nothing was judged: ${error instanceof Error ? error.message : error}`);
  else console.error(error instanceof CommandError ? error.message : "Stopped before anything was sent.");
  process.exitCode = 2;
} finally {
  process.off("disconnect", leave);
  if (process.connected) process.disconnect();
}
