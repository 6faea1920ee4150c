import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join, posix, resolve } from "node:path";
import { setTimeout as nextTurn } from "node:timers/promises";
import { freePort } from "../../src/start/free-port.mjs";
import { type Machine, thisMachine } from "../browsers/machine.ts";

const root = resolve(import.meta.dirname, "../..");
const usualFolders = ["/usr/sbin", "/usr/local/sbin", "/opt/homebrew/bin"];

/** The executable of nginx on PATH or in its usual places; undefined where it isn't installed. */
export function findNginx(machine: Machine = thisMachine): string | undefined {
  const folders = (machine.environment["PATH"] ?? "").split(":").filter((folder) => folder !== "");
  return [...folders, ...usualFolders].map((folder) => posix.join(folder, "nginx")).find(machine.isExecutable);
}

/** The configuration that the server's README shows, as text. */
export async function readmeConfiguration(): Promise<string> {
  const readme = await readFile(join(root, "src/server/README.md"), "utf8");
  const block = /^```nginx\n([\s\S]*?)^```$/m.exec(readme)?.[1];
  if (block === undefined) throw new Error("The server's README shows no configuration of nginx.");
  return block;
}

export interface Nginx {
  /** The port that speaks https, and the one that speaks http. */
  readonly https: number;
  readonly http: number;
  stop(): Promise<void>;
}

/**
 * Runs README's configuration with its ports, its certificate and the playgrounds' addresses replaced, and nothing
 * else.
 *
 * @param playgrounds `host:port` of each playground behind it
 */
export async function startNginx(
  executable: string,
  certificate: { readonly cert: string; readonly key: string },
  playgrounds: readonly string[],
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "speech-nginx-"));
  // Started by root, its workers are somebody else, who keeps larger bodies there.
  await chmod(folder, 0o755);
  const [http, https] = [await freePort(), await freePort()];
  await writeFile(join(folder, "certificate.pem"), certificate.cert);
  await writeFile(join(folder, "certificate.key"), certificate.key, { mode: 0o600 });
  const site = [
    [/listen 80;/, `listen 127.0.0.1:${http};`],
    [/listen 443 ssl;/, `listen 127.0.0.1:${https} ssl;`],
    [/\/etc\/ssl\/speak\.example\.com\.pem/, join(folder, "certificate.pem")],
    [/\/etc\/ssl\/speak\.example\.com\.key/, join(folder, "certificate.key")],
    [/server 127\.0\.0\.1:4173;/, playgrounds.map((address) => `server ${address};`).join(" ")],
  ] as const;
  const replaced = site.reduce(
    (text, [pattern, replacement]) => {
      if (!pattern.test(text)) throw new Error(`The server's README has nothing like ${pattern}.`);
      return text.replace(pattern, replacement);
    },
    await readmeConfiguration(),
  );
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${name};`);
  const configuration = `daemon off; pid nginx.pid; error_log stderr;
events {}
http { access_log off; ${paths.join(" ")}
${replaced}}
`;
  await writeFile(join(folder, "nginx.conf"), configuration);
  const child = spawn(executable, ["-p", folder, "-c", "nginx.conf"], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const stop = async () => {
    await end(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await listening(https, child);
  } catch {
    await stop();
    throw new Error(`nginx doesn't run with README's configuration:\n${errors}`);
  }
  return { https, http, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

/** Resolves when something listens on a port of loopback; rejects when the program has ended before. */
async function listening(port: number, child: ChildProcess): Promise<void> {
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error("It has ended.");
    await nextTurn(20);
  }
}

function answers(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return new Promise((resolve) => {
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
  }).then((answer) => {
    socket.destroy();
    return answer === true;
  });
}
