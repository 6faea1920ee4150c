import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { streamVoices } from "../contract/models/streamspeech-v8-voices.ts";
import { bucket, environmentOf, hasS3, type S3Server, startS3 } from "./content/s3.fixture.ts";

const program = fileURLToPath(new URL("../../dist/programs/service.js", import.meta.url));
const key = "some-key";

/** Starts the program with sound in S3. It tells its port, or why it doesn't start. */
async function start(environment: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(join(tmpdir(), "speech-service-"));
  const child = spawn(process.execPath, [program], {
    env: {
      SERVICE_API_KEYS: key,
      SERVICE_PORT: "0",
      SERVICE_SIGNING_SECRET: "s".repeat(32),
      DATA_DIR: folder,
      SERVICE_CONTENT_PATH_STYLE: "yes",
      // Another program's credentials are none of this test's.
      HOME: folder,
      AWS_EC2_METADATA_DISABLED: "true",
      AWS_MAX_ATTEMPTS: "1",
      ...environment,
    },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  });
  if (child.stderr === null) throw new Error("The program has no standard error.");
  const said = text(child.stderr);
  const ended = once(child, "exit");
  const [{ port, message }] = (await once(child, "message")) as [{ port?: number; message?: string }];
  const audio = join(folder, "service", "audio");
  const stop = async (): Promise<string> => {
    child.kill("SIGTERM");
    await ended;
    return said;
  };
  return { port, message, audio, stop };
}

describe.runIf(hasS3)("the program with its sound in S3 (skipped without python3-swift)", () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(() => server.close());

  test("speaks a long task into the bucket, and nothing of it is in the folder", async () => {
    const { port, audio, stop } = await start({
      ...environmentOf(server.address),
      SERVICE_CONTENT_URL: `s3://${bucket}/speech/en`,
    });
    const tasks = `http://127.0.0.1:${port}/v1/audio/speech/tasks`;
    const authorization = `Bearer ${key}`;
    const input = "The night train leaves at ten, and nobody waits for it. ".repeat(60);
    const created = await fetch(tasks, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ model: "streamspeech-v8", voice: streamVoices[0]?.name, input, Bitrate: "16k" }),
    });
    const { id } = (await created.json()) as { id: string };
    const task = async () => (await (await fetch(`${tasks}/${id}`, { headers: { authorization } })).json()) as object;
    await expect.poll(task, { timeout: 60_000, interval: 200 }).toMatchObject({ status: "completed" });
    const { duration_seconds: seconds } = (await task()) as { duration_seconds: number };
    expect(seconds).toBeGreaterThan(120);
    const content = await (await fetch(`${tasks}/${id}/content`, { headers: { authorization } })).arrayBuffer();
    expect(content.byteLength).toBeCloseTo((seconds * 16_000) / 8, -4);
    expect(await readdir(audio)).toEqual([]);
    expect(await stop()).toBe("");
  }, 90_000);

  test.each([
    { what: "a bucket that isn't there", changes: { SERVICE_CONTENT_URL: "s3://nowhere" }, says: "NoSuchBucket" },
    { what: "a wrong key", changes: { AWS_SECRET_ACCESS_KEY: "wrong" }, says: "SignatureDoesNotMatch" },
    { what: "no key", changes: { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" }, says: "CredentialsProviderError" },
  ])("doesn't start with $what, and says what to do in one line", async ({ changes, says }) => {
    const { port, message } = await start({
      ...environmentOf(server.address),
      SERVICE_CONTENT_URL: `s3://${bucket}/speech`,
      ...changes,
    });
    expect(port).toBeUndefined();
    expect(message).toMatch(/^SERVICE_CONTENT_URL names the bucket [^\n]* AWS_ACCESS_KEY_ID[^\n]*$/);
    expect(message).toContain(says);
  });

  test("starts without a storage that can't be reached, and says so", async () => {
    const { port, stop } = await start({
      ...environmentOf("http://127.0.0.1:9"),
      SERVICE_CONTENT_URL: `s3://${bucket}/speech`,
    });
    expect(
      (await fetch(`http://127.0.0.1:${port}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).ok,
    ).toBe(true);
    expect(await stop()).toContain("the storage of sound can't be reached yet");
  });
});
