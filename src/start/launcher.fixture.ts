import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A small project with the real launcher and the real proxy, a page of one line and a stand-in for the speech service.
 */
export interface Project {
  readonly root: string;
  write(file: string, content: string): void;
  read(file: string): string;
  /** Takes a package out of node_modules. */
  uninstall(name: string): void;
  /** `from` is the folder in which the launcher is called, the project's own unless told. */
  launch(environment?: Readonly<Record<string, string>>, args?: readonly string[], from?: string): Launched;
  /** Starts it as a person does, by `npm start`, or by a command that does so; `shell` is the shell that npm uses. */
  launchByNpm(shell: string, command?: readonly string[]): Launched;
  /** Starts it with a file system as its data folder on which nothing has room, not even a few bytes. */
  launchWithoutRoom(): Launched;
}

export interface Launched {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly err: () => string;
  /** Resolves with the address once the one line is there. */
  readonly ready: () => Promise<string>;
  readonly exit: Promise<number | null>;
  /** The processes that descend from the launcher, even when it is gone. */
  readonly processes: () => number[];
}

const standInService = `
import { createServer } from "node:http";
const server = createServer((request, response) => {
  const { SERVICE_API_KEYS, SERVICE_SIGNING_SECRET, DATA_DIR, SPEECH_API_KEY, SERVICE_HOST, SERVICE_PUBLIC_URL } =
    process.env;
  const { STAGING_KEY } = process.env;
  const right = request.headers.authorization === "Bearer " + SERVICE_API_KEYS;
  response.setHeader("content-type", "application/json");
  const secret = SERVICE_SIGNING_SECRET?.length;
  response.end(
    JSON.stringify({
      ...{ pid: process.pid, right, secret, DATA_DIR, SPEECH_API_KEY, STAGING_KEY, SERVICE_HOST, SERVICE_PUBLIC_URL },
    }),
  );
});
const stop = () => { if (process.env["STUBBORN"] === undefined) process.exit(0); };
process.on("SIGTERM", stop);
process.on("SIGINT", stop);
process.on("disconnect", () => process.exit(0));
const addresses = ["SERVICE_REFERENCE_PREFIX", "SERVICE_PUBLIC_URL"];
const isPlain = (address = "http://a") => URL.canParse(address) && /^https?:..[^?#@ ]+$/.test(address);
const wrong = addresses.find((name) => !isPlain(process.env[name]) || process.env[name]?.endsWith("/v1"));
if (wrong !== undefined) {
  process.send?.({ type: "failed", message: wrong + " must be an address." }, () => process.exit(1));
} else if (process.env["SERVICE_FAILS"] !== undefined) {
  process.send?.({ type: "failed", message: "The speech engine isn't well." }, () => process.exit(1));
} else {
  server.listen(Number(process.env["SERVICE_PORT"]), process.env["SERVICE_HOST"], () => {
    process.send?.({ type: "listening", port: (server.address() as { port: number }).port });
  });
}
`;

const viteConfig = `
export default {
  builder: {},
  environments: {
    client: { build: { outDir: "dist/page" } },
    ssr: {
      resolve: { noExternal: true },
      build: {
        ssr: true,
        outDir: "dist/programs",
        copyPublicDir: false,
        rolldownOptions: {
          external: ["pino", "bufferutil", "utf-8-validate"],
          input: { server: "src/server/main.ts", service: "src/service/main.ts" },
          output: { entryFileNames: "[name].js" },
        },
      },
    },
    command: {
      build: {
        ssr: true,
        outDir: "dist/command",
        copyPublicDir: false,
        rolldownOptions: { input: { check: "src/command/main.ts" }, output: { entryFileNames: "[name].js" } },
      },
    },
  },
};
`;

/** Makes a project and builds it, outside of any test. */
export function createBuiltProject(): Project {
  const project = createProject();
  const file = join(project.root, "src", "start", "main.mjs");
  const { status, stderr } = spawnSync(process.execPath, [file, "--build"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`The project can't be built: ${stderr}`);
  return project;
}

/** A project that has been built, so that a test needn't wait for it: a copy of `template`. */
export function copyProject(template: Project): Project {
  const root = temporaryFolder();
  cpSync(template.root, root, { recursive: true, verbatimSymlinks: true });
  return projectIn(root);
}

/** A project as it is after `npm ci`. */
export function createProject(): Project {
  const root = temporaryFolder();
  const skipped = (file: string) => !/\.(?:test|fixture)\.ts$/.test(file);
  for (const folder of ["start", "server", "http", "contract"]) {
    cpSync(join(repository, "src", folder), join(root, "src", folder), { recursive: true, filter: skipped });
  }
  for (const file of ["package.json", "src/tsconfig.base.json"]) cpSync(join(repository, file), join(root, file));
  linkPackages(join(repository, "node_modules"), join(root, "node_modules"));
  const project = projectIn(root);
  project.write("vite.config.ts", viteConfig);
  project.write("package-lock.json", "{}");
  project.write("index.html", "<!doctype html><title>Page</title>");
  project.write("src/service/main.ts", standInService);
  project.write("src/command/main.ts", "process.exitCode = 0;");
  return project;
}

const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "playground-start-"));
  folders.push(folder);
  return folder;
}

/** Removes every project that has been made. */
export function removeProjects(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function projectIn(root: string): Project {
  const write: Project["write"] = (file, content) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), content);
  };
  return {
    root,
    write,
    read: (file) => readFileSync(join(root, file), "utf8"),
    uninstall: (name) => rmSync(join(root, "node_modules", name), { recursive: true }),
    launch: (environment = {}, args = [], from = root) =>
      launch(from, [process.execPath, join(root, "src", "start", "main.mjs"), ...args], environment),
    launchByNpm: (shell, command = ["npm", "start"]) => launch(root, command, { npm_config_script_shell: shell }),
    launchWithoutRoom() {
      mkdirSync(join(root, "data"), { recursive: true });
      const mount = "mount -t tmpfs -o size=64k tmpfs data && head -c 64k /dev/zero > data/fill";
      return launch(root, ["unshare", "-rm", "sh", "-c", `${mount} && "$NODE" src/start/main.mjs; ls data`], {
        NODE: process.execPath,
      });
    },
  };
}

/** A node_modules of links, so that single packages can be taken out. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to);
  for (const name of readdirSync(from)) {
    if (name.startsWith("@")) linkPackages(join(from, name), join(to, name));
    else if (!name.startsWith(".")) symlinkSync(join(from, name), join(to, name));
  }
}

function launch(
  cwd: string,
  [file = "", ...args]: readonly string[],
  environment: Readonly<Record<string, string>>,
): Launched {
  const marker = `LAUNCH_MARKER=${randomUUID()}`;
  const child = spawn(file, args, {
    cwd,
    env: { PATH: process.env["PATH"], PORT: "0", LAUNCH_MARKER: marker.slice(14), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const exit = once(child, "close").then(([code]) => code as number | null);
  const processes = () => processesWith(marker);
  onTestFinished(() => {
    for (const pid of processes()) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // It ended by itself when its launcher did.
      }
    }
  });
  return {
    child,
    out: () => out,
    err: () => err,
    exit,
    async ready() {
      const address = await vi.waitUntil(() => /http:\/\/\S+/.exec(out.includes("\n") ? out : "")?.[0] ?? ended(), {
        timeout: 60_000,
        interval: 20,
      });
      // What it said may come after its end.
      if (address === "ended") throw new Error(`The launcher ended with ${await exit}: ${err}`);
      return address;
    },
    processes,
  };

  function ended(): "ended" | undefined {
    return child.exitCode === null && child.signalCode === null ? undefined : "ended";
  }
}

/** The living processes that have `marker` in their environment. */
function processesWith(marker: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, "latin1").includes(marker);
      } catch {
        // It has ended, or belongs to someone else.
        return false;
      }
    })
    .map(Number);
}
