import { execFile, spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { accessSync, constants, readdirSync } from "node:fs";
import { chmod, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { setTimeout as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";

const run = promisify(execFile);

/** Where Debian keeps each version's programs, which it doesn't put on PATH. */
const debianFolder = "/usr/lib/postgresql";

/** The folder with PostgreSQL's programs: the newest of Debian's, else one on PATH; undefined where there is none. */
export function findPostgres(): string | undefined {
  const versions = listed(debianFolder).sort((a, b) => Number(b) - Number(a));
  const folders = [
    ...versions.map((version) => join(debianFolder, version, "bin")),
    ...(process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== ""),
  ];
  return folders.find((folder) => ["initdb", "pg_ctl", "postgres"].every((name) => isExecutable(join(folder, name))));
}

/** Whether tests may pass over PostgreSQL: it isn't installed, and nobody requires it (`REQUIRE_POSTGRES=yes`). */
export const hasPostgres = findPostgres() !== undefined || process.env["REQUIRE_POSTGRES"] !== undefined;

/** A PostgreSQL server that a test makes, and that is gone with its data when the test's process ends, however. */
export interface PostgresCluster {
  readonly host: string;
  readonly port: number;
  /** Makes an empty database. Returns its connection string; the user may do everything. */
  createDatabase(): Promise<string>;
  /** Ends every session at once, as after a crash, and starts the server again on the same port. */
  restart(): Promise<void>;
  /** Ends the server without a word: SIGKILL to its first process. Its sessions end with it. */
  kill(): Promise<void>;
  /** Starts what `kill` or `stop` has ended. */
  start(): Promise<void>;
  /** Stops the server in order, but without waiting for anybody who is connected. */
  stop(): Promise<void>;
  /** Stops the server and removes its folder. */
  remove(): Promise<void>;
}

/** Nothing waits for disks: a machine that loses power loses the cluster. A server that is killed loses nothing. */
const settings = {
  fsync: "off",
  full_page_writes: "off",
  max_connections: "200",
  shared_buffers: "64MB",
  // A connection that is given up in the middle of its work is no news here.
  log_min_messages: "fatal",
  unix_socket_directories: "",
  listen_addresses: "127.0.0.1",
};

/**
 * Makes a PostgreSQL cluster in a temporary folder and starts it on a free port of loopback. PostgreSQL refuses root:
 * then it runs as the user `postgres`, which its package makes.
 *
 * @throws when PostgreSQL isn't installed.
 */
export async function startPostgres(): Promise<PostgresCluster> {
  const programs = findPostgres();
  if (programs === undefined) {
    throw new Error(
      "PostgreSQL isn't installed: install Debian's package postgresql, or put initdb, pg_ctl and postgres on PATH",
    );
  }
  const folder = await mkdtemp(join(tmpdir(), "speech-postgres-"));
  const data = join(folder, "data");
  const asOwner = (name: string, ...parameters: string[]): [string, string[]] =>
    process.getuid?.() === 0
      ? ["runuser", ["-u", "postgres", "--", join(programs, name), ...parameters]]
      : [join(programs, name), parameters];
  // Whoever else is on this machine can't come in: the user may run programs on the server.
  const password = randomBytes(12).toString("hex");
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (process.getuid?.() === 0) await run("chown", ["-R", "postgres", folder]);
  await chmod(folder, 0o700);
  // It ends with this process however that ends, since its standard input does.
  const [stop, stopParameters] = asOwner("pg_ctl", "stop", "-D", data, "-m", "immediate");
  const guard = spawn(
    "/bin/sh",
    ["-c", 'folder=$1; shift; cat >/dev/null; "$@"; rm -rf "$folder"', "guard", folder, stop, ...stopParameters],
    { stdio: ["pipe", "ignore", "ignore"], detached: true, cwd: "/" },
  );
  const guardEnded = once(guard, "exit");
  guard.unref();
  const remove = async () => {
    guard.ref();
    guard.stdin?.end();
    await guardEnded;
  };
  const pgCtl = async (...parameters: string[]) => {
    const [program, all] = asOwner("pg_ctl", ...parameters, "-D", data, "-w", "-t", "60");
    // Not piped: the server would keep the pipe open.
    const child = spawn(program, all, { stdio: "ignore", cwd: "/" });
    const [code] = await once(child, "exit");
    if (code !== 0) {
      const log = await readFile(join(folder, "log"), "utf8").catch(() => "");
      throw new Error(`pg_ctl ${parameters[0]} has failed (${code}):\n${log}`);
    }
  };
  try {
    const [initdb, parameters] = asOwner("initdb", "-D", data, "-U", "postgres", "--no-sync", "--no-instructions");
    parameters.push("--encoding=UTF8", "--locale=C", "--auth=scram-sha-256", `--pwfile=${passwordFile}`);
    await run(initdb, parameters, { cwd: "/" });
    const start = () => pgCtl("start", "-l", join(folder, "log"));
    const port = await startOnFreePort(async (port) => {
      const lines = Object.entries({ ...settings, port }).map(([name, value]) => `${name} = '${value}'\n`);
      await writeFile(join(data, "postgresql.auto.conf"), lines.join(""));
      await start();
    });
    const address = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
    return {
      host: "127.0.0.1",
      port,
      async createDatabase() {
        const name = `test_${randomBytes(6).toString("hex")}`;
        const client = new Client({ connectionString: address("postgres") });
        await client.connect();
        try {
          await client.query(`create database ${name}`);
        } finally {
          await client.end();
        }
        return address(name);
      },
      restart: () => pgCtl("restart", "-m", "immediate", "-l", join(folder, "log")),
      async kill() {
        const [line] = (await readFile(join(data, "postmaster.pid"), "utf8")).split("\n");
        process.kill(Number(line), "SIGKILL");
        while (isRunning(Number(line))) await nextTurn(5);
      },
      async start() {
        // The sessions of a server that was killed end by themselves, and it doesn't start beside them.
        for (let attempt = 1; ; attempt++) {
          try {
            return await start();
          } catch (error) {
            if (attempt === 50) throw error;
            await nextTurn(100);
          }
        }
      },
      stop: () => pgCtl("stop", "-m", "fast"),
      remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Tries ports below those that systems hand out by themselves, until one is free. */
async function startOnFreePort(start: (port: number) => Promise<void>): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(20_000, 32_768);
    try {
      await start(port);
      return port;
    } catch (error) {
      if (attempt === 5) throw error;
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

let shared: Promise<PostgresCluster> | undefined;

/** An empty database in a cluster that all tests of this process share, and that ends with the process. */
export async function createDatabase(): Promise<string> {
  shared ??= startPostgres();
  return (await shared).createDatabase();
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
