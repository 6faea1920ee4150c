import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, onTestFinished } from "vitest";

/** The key of a service that {@link startProgram} starts. */
export const programKey = "some-key";

export interface StartedProgram {
  readonly child: ChildProcess;
  /** Of a service, or of a worker's metrics; undefined where the program didn't start, and `message` says why. */
  readonly port: number;
  readonly message: string | undefined;
  /** Its DATA_DIR, which goes with it. */
  readonly folder: string;
  readonly ended: Promise<unknown[]>;
  /** What it has said on standard error, when it has ended. */
  readonly log: Promise<string>;
}

/** Takes what ends something that was started. */
export type Finish = (end: () => Promise<void>) => void;

/** What tests of a file share: it is started for the first one that asks for it, and ends with the file. */
export function shared<Value>(start: (finish: Finish) => Promise<Value>): () => Promise<Value> {
  const ends: (() => Promise<void>)[] = [];
  let started: Promise<Value> | undefined;
  afterAll(async () => {
    for (const end of ends) await end();
  });
  return () => {
    started ??= start((end) => ends.push(end));
    return started;
  };
}

/**
 * Starts a built program of the service as the launcher does, with data of its own.
 *
 * @param finish by default it ends with the test.
 */
export async function startProgram(
  name: "service" | "worker",
  environment: Readonly<Record<string, string>> = {},
  finish: Finish = onTestFinished,
): Promise<StartedProgram> {
  const program = fileURLToPath(new URL(`../../dist/programs/${name}.js`, import.meta.url));
  const folder = await mkdtemp(join(tmpdir(), "speech-service-"));
  const child = spawn(process.execPath, [program], {
    env: {
      SERVICE_API_KEYS: programKey,
      SERVICE_PORT: "0",
      SERVICE_SIGNING_SECRET: "s".repeat(32),
      DATA_DIR: folder,
      // What else is on this machine is none of a test's.
      HOME: folder,
      ...environment,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const ended = once(child, "exit");
  finish(async () => {
    child.kill("SIGKILL");
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  if (child.stderr === null) throw new Error("The program has no standard error.");
  const log = text(child.stderr);
  const [{ port, message }] = (await once(child, "message")) as [{ port: number; message?: string }];
  return { child, port, message, folder, ended, log };
}

/** The processes of models that a program of the service has. */
export async function modelProcesses(parent: number | undefined): Promise<number[]> {
  const found: number[] = [];
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const [command, status] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
      readFile(`/proc/${pid}/status`, "utf8").catch(() => ""),
    ]);
    if (command.includes("model-process.js") && status.includes(`PPid:\t${parent}\n`)) found.push(Number(pid));
  }
  return found;
}
