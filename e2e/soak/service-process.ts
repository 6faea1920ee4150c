import { type ChildProcess, type ForkOptions, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import { routes } from "../../src/contract/routes.ts";
import { sparingAllocation } from "../../src/start/child-processes.mjs";

/** The one key of the service. */
export const serviceKey = "soak-key";

const root = resolve(import.meta.dirname, "../..");

const taskSchema = z.looseObject({
  id: z.string(),
  status: z.enum(["queued", "in_progress", "completed", "failed"]),
  progress: z.number(),
  duration_seconds: z.optional(z.number()),
});
export type TaskAnswer = z.infer<typeof taskSchema>;

/** The built speech service as a process of its own. */
export interface ServiceProcess {
  readonly address: string;
  /** Its data folder, as this process sees it. */
  readonly folder: string;
  /** Sends a task; undefined when the service was killed before it answered. */
  createTask(body: object): Promise<TaskAnswer | undefined>;
  readTask(id: string): Promise<TaskAnswer>;
  content(id: string): Promise<Uint8Array>;
  timestamps(id: string): Promise<unknown>;
  /** Polls until the task has ended, by default ten times a second. */
  ended(id: string, everyMilliseconds?: number): Promise<TaskAnswer>;
  /** Memory held by the process, in bytes; undefined where the system doesn't tell. */
  memory(): Promise<number | undefined>;
  /** Kills it as `kill -9` does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Whether this machine lets its user give a program a disk of its own: Linux that allows namespaces to users, or root.
 */
export function canMountDisks(): boolean {
  const { execPath, execArgv } = onSmallDisk(tmpdir(), 1);
  return spawnSync(execPath, [...execArgv.slice(0, -1), "true"]).status === 0;
}

/** Starts a program in a mount namespace where a folder is a small disk; nothing is left to unmount. */
function onSmallDisk(folder: string, megabytes: number) {
  const mount = `mount -t tmpfs -o size=${megabytes}m tmpfs '${folder}' && exec "$0" "$@"`;
  return { execPath: "unshare", execArgv: ["--map-root-user", "--mount", "sh", "-c", mount, process.execPath] };
}

/** Any shell can do that, for any user. It counts in blocks of 512 bytes. */
function withSmallFiles(kilobytes: number) {
  const limited = `ulimit -f ${kilobytes * 2} && exec "$0" "$@"`;
  return { execPath: "sh", execArgv: ["-c", limited, process.execPath] };
}

/** A service that ended before it listened; the message is what it said. */
export class ServiceStartError extends Error {
  override readonly name = "ServiceStartError";
}

export interface ServiceProcessOptions {
  /** How many megabytes of disk it has for its data: they are in its memory, and gone when it ends. */
  readonly diskMegabytes?: number;
  /** How many kilobytes a file of it may have. */
  readonly largestFile?: number;
  /** The one address prefix of recordings that may lie on this machine. */
  readonly referencePrefix?: string;
}

/** A built program as a process of its own. */
export interface Program {
  readonly child: ChildProcess;
  /** 0 where it listens on none. */
  readonly port: number;
  /** Ends it, unless it has ended, and waits for that. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
}

/**
 * Starts a built program and waits until it serves.
 *
 * @throws ServiceStartError with what it said.
 */
export async function startProgram(
  name: "service" | "worker",
  environment: Readonly<Record<string, string>>,
  options: Pick<ForkOptions, "execPath" | "execArgv"> = {},
): Promise<Program> {
  const child = fork(join(root, `dist/programs/${name}.js`), {
    // Not what this process itself is run by.
    execArgv: [],
    ...options,
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    // As the launcher does.
    env: { ...sparingAllocation, ...process.env, NODE_ENV: "production", ...environment },
  });
  return {
    child,
    port: await portOf(child),
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill(signal);
      await exit;
    },
  };
}

/** Starts the service on a free port of loopback with its data below a folder. */
export async function startServiceProcess(
  folder: string,
  { referencePrefix, diskMegabytes, largestFile }: ServiceProcessOptions = {},
): Promise<ServiceProcess> {
  const { child, port, end } = await startProgram(
    "service",
    {
      DATA_DIR: folder,
      SERVICE_PORT: "0",
      SERVICE_API_KEYS: serviceKey,
      ...(referencePrefix === undefined ? {} : { SERVICE_REFERENCE_PREFIX: referencePrefix }),
      SERVICE_SIGNING_SECRET: "the secret of a soak, long enough",
    },
    {
      ...(diskMegabytes === undefined ? {} : onSmallDisk(folder, diskMegabytes)),
      ...(largestFile === undefined ? {} : withSmallFiles(largestFile)),
    },
  );
  const address = `http://127.0.0.1:${port}`;
  const headers = { authorization: `Bearer ${serviceKey}`, "content-type": "application/json" };
  const get = async (path: string): Promise<Response> => {
    const response = await fetch(address + path, { headers });
    if (!response.ok) throw new Error(`GET ${path} was answered with ${response.status}`);
    return response;
  };
  const readTask = async (id: string): Promise<TaskAnswer> =>
    taskSchema.parse(await (await get(`${routes.tasks.path}/${id}`)).json());
  return {
    address,
    // The disk of one that has its own is seen through it alone.
    folder: diskMegabytes === undefined ? folder : `/proc/${child.pid}/root${folder}`,
    async createTask(body) {
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const response = await fetch(address + routes.tasks.path, init).catch(() => undefined);
      if (response === undefined) return undefined;
      if (!response.ok) throw new Error(`A task was answered with ${response.status}: ${await response.text()}`);
      const answer = await response.json().catch(() => undefined);
      return answer === undefined ? undefined : taskSchema.parse(answer);
    },
    readTask,
    content: async (id) => new Uint8Array(await (await get(`${routes.tasks.path}/${id}/content`)).arrayBuffer()),
    timestamps: async (id) => (await get(`${routes.tasks.path}/${id}/timestamps`)).json(),
    async ended(id, everyMilliseconds = 100) {
      for (;;) {
        const task = await readTask(id);
        if (task.status === "completed" || task.status === "failed") return task;
        await new Promise((wait) => setTimeout(wait, everyMilliseconds));
      }
    },
    memory: () => memoryOf(child.pid),
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
  };
}

async function portOf(child: ChildProcess): Promise<number> {
  const messages = z.union([
    z.object({ type: z.literal("listening"), port: z.number() }),
    z.object({ type: z.literal("failed"), message: z.string() }),
  ]);
  const message = await new Promise<unknown>((said, failed) => {
    child.once("message", said);
    child.once("exit", (code) => failed(new ServiceStartError(`the service ended with ${code}`)));
    child.once("error", failed);
  });
  const parsed = messages.parse(message);
  if (parsed.type === "failed") throw new ServiceStartError(parsed.message);
  return parsed.port;
}

/** Memory that a process holds, in bytes; undefined where the system doesn't tell. */
export async function memoryOf(pid: number | undefined): Promise<number | undefined> {
  try {
    const kibibytes = /VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1];
    return kibibytes === undefined ? undefined : Number(kibibytes) * 1024;
  } catch {
    return undefined;
  }
}
