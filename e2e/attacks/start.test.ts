import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startProduct } from "../product.ts";
import { canaries } from "./places.ts";
import { findProgram } from "./process.ts";

/** What the product doesn't start with, and what it survives. */
const program = resolve(import.meta.dirname, "../../dist/programs/server.js");
const key = { SPEECH_BASE_URL: "http://127.0.0.1:9", SPEECH_API_KEY: canaries.serverKey };
const secret = { SESSION_SECRET: canaries.sessionSecret };

/** Starts the playground's server with settings of its own and returns how it ended, and what it said. */
async function refusal(environment: Record<string, string>): Promise<readonly [code: number | null, said: string]> {
  const child = spawn(process.execPath, [program], {
    env: { PORT: "0", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const timer = setTimeout(() => child.kill("SIGKILL"), 100_000);
  await once(child, "close");
  clearTimeout(timer);
  return [child.exitCode, said];
}

test.each([
  ["a key that anybody could spend", { ...key, HOST: "0.0.0.0" }, /HOST/],
  ["a key that anybody could spend, over IPv6", { ...key, HOST: "::" }, /HOST/],
  ["a key that anybody could spend, under a name", { ...key, HOST: "some-machine" }, /HOST/],
  [
    "a key that anybody could spend, behind nginx",
    { ...key, PLAYGROUND_PUBLIC_URL: "https://speak.example.com", TRUSTED_PROXIES: "127.0.0.1" },
    /PLAYGROUND_PUBLIC_URL .*PLAYGROUND_PASSWORD/,
  ],
  ["a key that anybody could spend, behind a proxy", { ...key, TRUSTED_PROXIES: "127.0.0.1" }, /TRUSTED_PROXIES/],
  ["a key that anybody could spend, at a host", { ...key, ALLOWED_HOSTS: "speak.example.com" }, /ALLOWED_HOSTS/],
  [
    "a password that guards nothing",
    { SPEECH_BASE_URL: key.SPEECH_BASE_URL, PLAYGROUND_PASSWORD: canaries.password },
    /PLAYGROUND_PASSWORD/,
  ],
  ["a secret that is too short", { ...key, SESSION_SECRET: "short" }, /SESSION_SECRET/],
  ["a key with a line break", { ...key, SPEECH_API_KEY: `${canaries.serverKey}\r\nX: 1` }, /SPEECH_API_KEY/],
  [
    "a service with a key in its address",
    { SPEECH_BASE_URL: `http://user:${canaries.serverKey}@127.0.0.1/` },
    /SPEECH_BASE_URL/,
  ],
  ["a service of another scheme", { SPEECH_BASE_URL: "file:///etc/passwd" }, /SPEECH_BASE_URL/],
  ["a proxy that is no address", { ...key, TRUSTED_PROXIES: "everybody" }, /TRUSTED_PROXIES/],
  ["a host that is a pattern", { ...key, ALLOWED_HOSTS: "*" }, /ALLOWED_HOSTS/],
  [
    "a public address with a path",
    { ...key, PLAYGROUND_PUBLIC_URL: "https://speak.example.com/x" },
    /PLAYGROUND_PUBLIC_URL/,
  ],
  ["shared links without an address", { ...key, PLAYGROUND_SHARE_HOURS: "24" }, /PLAYGROUND_SHARE_HOURS/],
])("it doesn't start with %s, and says why in one line without a secret", async (_name, environment, variable) => {
  const [code, said] = await refusal({ ...secret, ...environment });
  expect([code, said.trim().split("\n").length]).toEqual([1, 1]);
  expect(said).toMatch(variable);
  for (const canary of Object.values(canaries)) expect(said).not.toContain(canary);
});

test("it doesn't start on an open binding with a password that is soon guessed", async () => {
  const [code, said] = await refusal({ ...key, ...secret, HOST: "0.0.0.0", PLAYGROUND_PASSWORD: "short-one" });
  expect([code, said.trim().split("\n").length]).toEqual([1, 1]);
  expect(said).toMatch(/PLAYGROUND_PASSWORD .*12/);
});

test("a speech service that is killed is started again; the playground stays, and says so", async () => {
  const product = await startProduct();
  onTestFinished(() => product.stop());
  const pid = await findProgram(product.processId, "programs/service.js");
  if (pid === undefined) throw new Error("The speech service's process wasn't found.");
  const models = async () => (await fetch(`${product.address}/v1/models`)).status;
  expect(await models()).toBe(200);
  process.kill(pid, "SIGKILL");
  await expect.poll(models).toBe(200);
  expect((await fetch(`${product.address}/healthz`)).status).toBe(200);
  expect(product.output()).toMatch(/speech service.*(?:ended|again)/i);
  expect(await findProgram(product.processId, "programs/service.js")).not.toBe(pid);
});
