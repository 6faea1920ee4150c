import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { streamVoices } from "../contract/models/streamspeech-v8-voices.ts";
import { bucket, environmentOf, hasS3, type S3Server, startS3 } from "./content/s3.fixture.ts";
import { openStorage } from "./open-storage.ts";
import { programKey, type StartedProgram, startProgram } from "./program.fixture.ts";

/** Starts the program with sound in S3. It tells its port, or why it doesn't start. */
const start = (environment: Readonly<Record<string, string>>) =>
  startProgram("service", {
    SERVICE_CONTENT_PATH_STYLE: "yes",
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_MAX_ATTEMPTS: "1",
    ...environment,
  });

/** What it said until it was stopped. */
async function stop({ child, log }: StartedProgram): Promise<string> {
  child.kill("SIGTERM");
  return log;
}

describe.runIf(hasS3)("the program with its sound in S3 (skipped without python3-swift)", () => {
  let server: S3Server;
  beforeAll(async () => {
    server = await startS3();
  });
  afterAll(() => server.close());

  test("speaks a long task into the bucket, and nothing of it is in the folder", async () => {
    const program = await start({
      ...environmentOf(server.address),
      SERVICE_CONTENT_URL: `s3://${bucket}/speech/en`,
    });
    const tasks = `http://127.0.0.1:${program.port}/v1/audio/speech/tasks`;
    const authorization = `Bearer ${programKey}`;
    const input = "The night train leaves at ten, and nobody waits for it. ".repeat(60);
    const created = await fetch(tasks, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ model: "streamspeech-v8", voice: streamVoices[0]?.name, input, Bitrate: "16k" }),
    });
    const { id } = (await created.json()) as { id: string };
    const task = async () => (await (await fetch(`${tasks}/${id}`, { headers: { authorization } })).json()) as object;
    await expect.poll(task, { interval: 200 }).toMatchObject({ status: "completed" });
    const { duration_seconds: seconds } = (await task()) as { duration_seconds: number };
    expect(seconds).toBeGreaterThan(120);
    const content = await (await fetch(`${tasks}/${id}/content`, { headers: { authorization } })).arrayBuffer();
    expect(content.byteLength).toBeCloseTo((seconds * 16_000) / 8, -4);
    expect(await readdir(join(program.folder, "service", "audio"))).toEqual([]);
    expect(await stop(program)).toBe("");
  });

  test.each([
    { what: "a bucket that isn't there", changes: { SERVICE_CONTENT_URL: "s3://nowhere" }, says: "NoSuchBucket" },
    { what: "a wrong key", changes: { AWS_SECRET_ACCESS_KEY: "wrong" }, says: "SignatureDoesNotMatch" },
    { what: "no key", changes: { AWS_ACCESS_KEY_ID: "", AWS_SECRET_ACCESS_KEY: "" }, says: "CredentialsProviderError" },
    { what: "an address without a scheme", changes: { AWS_ENDPOINT_URL_S3: "localhost:9000" }, says: "EndpointError" },
    { what: "an address that is none", changes: { AWS_ENDPOINT_URL_S3: "127.0.0.1:9000" }, says: "Invalid URL" },
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
    const program = await start({
      ...environmentOf("http://127.0.0.1:9"),
      SERVICE_CONTENT_URL: `s3://${bucket}/speech`,
    });
    expect(
      (
        await fetch(`http://127.0.0.1:${program.port}/v1/models`, {
          headers: { authorization: `Bearer ${programKey}` },
        })
      ).ok,
    ).toBe(true);
    expect(await stop(program)).toContain("the storage of sound can't be reached yet");
  });
});

test("sound that the folder kept before the bucket is told of at a start", async () => {
  const environment = { ...environmentOf("http://127.0.0.1:9"), AWS_MAX_ATTEMPTS: "1" };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const dataFolder = await mkdtemp(join(tmpdir(), "sound-before-"));
  onTestFinished(() => rm(dataFolder, { recursive: true }));
  const contentBucket = { bucket, prefix: "speech/", pathStyle: true };
  const start = async (): Promise<string> => {
    const lines: string[] = [];
    const logger = pino({}, { write: (line) => lines.push(line) });
    await (await openStorage({ dataFolder, contentBucket }, logger)).close();
    return lines.join("");
  };
  expect(await start()).not.toContain("neither served nor removed");
  await mkdir(join(dataFolder, "audio"), { recursive: true });
  await writeFile(join(dataFolder, "audio", `task_${"a".repeat(24)}.mp3`), "sound");
  expect(await start()).toContain("neither served nor removed");
});
