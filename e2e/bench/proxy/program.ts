import { type ChildProcess, type ForkOptions, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { resolve } from "node:path";
import * as z from "zod";
import { freePort } from "../../../src/start/free-port.mjs";

const root = resolve(import.meta.dirname, "../../..");

/** A program of its own that listens on a port of loopback. */
export interface Program {
  readonly port: number;
  /** Seconds of processor time that it and its children have used; undefined where the system doesn't tell. */
  cpuSeconds(): Promise<number | undefined>;
  /** The most memory that it ever held, in bytes; undefined where the system doesn't tell. */
  peakMemory(): Promise<number | undefined>;
  stop(): Promise<void>;
}

/** Starts one of the `programs` beside this file, which is told the service's address. */
export function startPeer(name: "bare" | "fastify" | "service" | "paced" | "frames", upstream = ""): Promise<Program> {
  const file = resolve(import.meta.dirname, "programs", `${name}.ts`);
  return startForked(file, [upstream], { execArgv: ["--import", import.meta.resolve("tsx")] });
}

/** Starts the built proxy as it runs in production: pointed at a service, with the server's key. */
export function startOurProxy(
  upstream: string,
  apiKey: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const { PATH } = process.env;
  const env = { PATH, NODE_ENV: "production", PORT: "0", SPEECH_BASE_URL: upstream, SPEECH_API_KEY: apiKey, ...more };
  return startForked(resolve(root, "dist/programs/server.js"), [], { env, execArgv: [] });
}

async function startForked(file: string, argumentList: string[], options: ForkOptions): Promise<Program> {
  const child = fork(file, argumentList, { stdio: ["ignore", "ignore", "inherit", "ipc"], cwd: root, ...options });
  const message = await new Promise<unknown>((said, failed) => {
    child.once("message", said);
    child.once("error", failed);
    child.once("exit", (code) => failed(new Error(`${file} ended with code ${code} before it listened.`)));
  });
  const { port } = z.object({ type: z.literal("listening"), port: z.number() }).parse(message);
  return programOf(child, port);
}

/** Starts a program that doesn't say when it listens; its arguments follow from a free port. */
export async function startOnFreePort(
  command: string,
  argumentsFor: (port: number) => Promise<string[]>,
): Promise<Program> {
  const port = await freePort();
  const child = spawn(command, await argumentsFor(port), { stdio: ["ignore", "ignore", "inherit"] });
  let ended: string | undefined;
  child.once("error", (error) => {
    ended = error.message;
  });
  child.once("exit", (code) => {
    ended = `it ended with code ${code}`;
  });
  while (!(await listens(port))) {
    if (ended !== undefined) throw new Error(`${command} didn't start: ${ended}.`);
    await new Promise((wait) => setTimeout(wait, 50));
  }
  return programOf(child, port);
}

function programOf(child: ChildProcess, port: number): Program {
  const { pid = 0 } = child;
  return {
    port,
    async cpuSeconds() {
      const times = await Promise.all([pid, ...(await childrenOf(pid))].map(cpuSecondsOf));
      return times.reduce((sum, time) => (sum === undefined || time === undefined ? undefined : sum + time), 0);
    },
    async peakMemory() {
      const kibibytes = /VmHWM:\s+(\d+)/.exec(await system(`${pid}/status`))?.[1];
      return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    },
  };
}

async function childrenOf(pid: number): Promise<number[]> {
  const list = await system(`${pid}/task/${pid}/children`);
  return list.split(" ").filter(Boolean).map(Number);
}

async function cpuSecondsOf(pid: number): Promise<number | undefined> {
  // Behind the name in parentheses, which may hold anything: user and system time are fields 14 and 15, in hundredths.
  const fields = (await system(`${pid}/stat`)).split(") ").at(-1)?.split(" ");
  const ticks = Number(fields?.[11]) + Number(fields?.[12]);
  return Number.isNaN(ticks) ? undefined : ticks / 100;
}

/** A file of Linux's process table; empty elsewhere. */
const system = (path: string): Promise<string> => readFile(`/proc/${path}`, "utf8").catch(() => "");

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
