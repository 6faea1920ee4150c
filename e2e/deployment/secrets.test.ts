import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { listen } from "../../src/http/fake-service.fixture.ts";

/**
 * The keys of whoever runs the playground are in nothing that it makes, serves, writes or says (hardening 6, 46): it is
 * built and run with canaries in its environment, in front of a service that repeats whatever it is sent.
 */
const canaries = {
  SPEECH_API_KEY: "sk-canary-key-5d0e4c7b19",
  PLAYGROUND_PASSWORD: "canary-password-83f1a6",
  SESSION_SECRET: "canary-session-secret-0a9b8c7d6e5f4a3b2c1d",
  // What a build tool likes to put into pages, and what other programs leave in an environment.
  VITE_SPEECH_API_KEY: "canary-vite-2c44d1",
  NPM_TOKEN: "canary-npm-77b0aa",
};
const root = resolve(import.meta.dirname, "../..");
/** What a build needs; node_modules is linked. */
const sources = [
  "e2e",
  "index.html",
  "package.json",
  "package-lock.json",
  "public",
  "src",
  "vite.config.ts",
  "tsconfig.json",
];
const folder = mkdtempSync(join(tmpdir(), "speech-secrets-"));
const project = join(folder, "project");
const data = join(folder, "data");

const service = createServer((incoming, response) => {
  const chunks: Buffer[] = [];
  incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
  incoming.on("end", () => {
    const status = Number(/status-(\d+)/.exec(Buffer.concat(chunks).toString())?.[1] ?? 500);
    const { authorization = "" } = incoming.headers;
    const [hex, base64] = (["hex", "base64"] as const).map((coding) => Buffer.from(authorization).toString(coding));
    const part = authorization.slice(-12);
    const repeated = JSON.stringify({
      error: { message: authorization, headers: incoming.rawHeaders, hex, base64, part },
    });
    response.writeHead(status, { "content-type": "application/json", "x-request-id": incoming.headers.authorization });
    response.end(repeated);
  });
});
service.on("upgrade", (incoming, socket) => {
  socket.end(
    `HTTP/1.1 403 ${incoming.headers.authorization}\r\nX-Request-Id: x\r\n\r\n${incoming.headers.authorization}`,
  );
});

let address = "";
let output = "";
let stop = async (): Promise<void> => {};

beforeAll(async () => {
  for (const name of sources) {
    cpSync(join(root, name), join(project, name), { recursive: true });
  }
  mkdirSync(data);
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"), "junction");
  const child = spawn(process.execPath, [join(project, "src/start/main.mjs")], {
    cwd: project,
    env: {
      PATH: process.env["PATH"],
      ...canaries,
      SPEECH_BASE_URL: `http://127.0.0.1:${await listen(service)}`,
      PORT: "0",
      DATA_DIR: data,
      LOG_LEVEL: "trace",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    await ended;
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const said = () => /^Speech Playground: (http:\S+)/m.exec(output)?.[1];
  await vi.waitUntil(() => said() !== undefined || child.exitCode !== null, { timeout: 110_000 });
  expect(output).toContain("Speech Playground: http");
  address = said() ?? "";
}, 120_000);
afterAll(async () => {
  await stop();
  service.closeAllConnections();
  service.close();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);

function filesOf(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Every file that building and running has made. */
function written(): string[] {
  const made = readdirSync(project).filter((name) => name !== "node_modules" && !sources.includes(name));
  expect(made).toEqual(["dist"]);
  return [...filesOf(join(project, "dist")), ...filesOf(data)];
}

function expectNoCanary(text: string, where: string): void {
  const found = Object.entries(canaries).filter(([, canary]) => text.includes(canary));
  expect([where, found.map(([name]) => name)]).toEqual([where, []]);
}

/** The key's own parts, as they are and as a service may write them. */
function expectNoPart(text: string): void {
  const key = canaries.SPEECH_API_KEY;
  const parts = Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8));
  const encoded = [0, 1, 2].map((skipped) => Buffer.from(key.slice(skipped)).toString("base64").slice(0, -4));
  const found = [...parts, ...parts.map((part) => Buffer.from(part).toString("hex")), ...encoded].filter((form) =>
    text.includes(form),
  );
  expect([text.slice(0, 200), found]).toEqual([text.slice(0, 200), []]);
}

/** A file as text, unpacked where it is compressed. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  if (file.endsWith(".br")) return brotliDecompressSync(bytes).toString("latin1");
  return (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
}

test("no file that was built or written holds a secret, and none is a map of the sources", () => {
  const built = filesOf(join(project, "dist"));
  expect(built.filter((file) => file.endsWith(".js")).length).toBeGreaterThan(5);
  expect(built.filter((file) => file.endsWith(".map"))).toEqual([]);
  for (const file of written()) expectNoCanary(readText(file), relative(folder, file));
});

test("no answer holds a secret, whatever the service repeats", async () => {
  const answers: string[] = [];
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(address + path, init);
    const text = await response.text();
    answers.push(`${response.status} ${JSON.stringify([...response.headers])} ${text}`);
    return response;
  };
  const post = (body: string, headers: Record<string, string>): RequestInit => ({
    method: "POST",
    body,
    headers: { "content-type": "application/json", origin: address, ...headers },
  });
  await ask("/playground/session", post(JSON.stringify({ password: `${canaries.PLAYGROUND_PASSWORD}x` }), {}));
  const opened = await ask("/playground/session", post(JSON.stringify({ password: canaries.PLAYGROUND_PASSWORD }), {}));
  expect(opened.status).toBe(204);
  const cookie = opened.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  for (const status of [200, 201, 400, 401, 403, 404, 422, 429, 500, 503, 302, 304]) {
    await ask("/v1/audio/speech", { ...post(`{"input":"status-${status}"}`, { cookie }), redirect: "manual" });
  }
  for (const path of [
    "/playground/config",
    "/healthz",
    "/v1/models",
    "/v1/audio/speech/tasks/task_a/content",
    "/nothing",
  ]) {
    await ask(path, { headers: { cookie } });
  }
  const page = filesOf(join(project, "dist/page")).filter((file) => !/\.(?:br|gz)$/.test(file));
  for (const file of page) await ask(`/${relative(join(project, "dist/page"), file)}`);
  const refused = new WebSocket(`${address.replace("http", "ws")}/v1/audio/speech/websocket?model=x`, {
    headers: { origin: address, cookie },
  });
  refused.on("error", () => {});
  const [, response] = await once(refused, "unexpected-response");
  let text = JSON.stringify(response.headers) + response.statusMessage;
  for await (const chunk of response) text += String(chunk);
  answers.push(text);
  refused.terminate();
  expect(answers.length).toBeGreaterThan(30);
  for (const answer of answers) {
    expectNoCanary(answer, answer.slice(0, 200));
    expectNoPart(answer);
  }
});

test("nothing that it said holds a secret", async () => {
  await stop();
  expect(output).toContain('"route":"/v1/audio/speech"');
  expectNoCanary(output, "output");
  for (const file of written()) expectNoCanary(readText(file), relative(folder, file));
});
