import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { canaries } from "./places.ts";

/** What the product doesn't start with. */
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
  ["a key with a line break", { ...key, SPEECH_API_KEY: `${canaries.serverKey}\r\nX: 1` }, /SPEECH_API_KEY/],
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
