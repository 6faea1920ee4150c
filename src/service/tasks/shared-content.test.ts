import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { streamVoices } from "../../contract/models/streamspeech-v8-voices.ts";
import type { ContentStorage } from "../content/content-storage.ts";
import {
  bucket,
  environmentOf,
  type FaultyProxy,
  hasS3,
  type S3Server,
  startFaultyProxy,
  startS3,
} from "../content/s3.fixture.ts";
import { S3Content } from "../content/s3-content.ts";
import { startToneService, type ToneService } from "../tone-service.fixture.ts";
import { leftoverAge, TaskFiles } from "./task-files.ts";

const path = "/v1/audio/speech/tasks";
const sentence = "One two three, four five. ";
/** Four segments of up to a minute. */
const long = { model: "streamspeech-v8", voice: streamVoices[0]?.name, input: sentence.repeat(120) };

describe.runIf(hasS3)("with its sound in S3 (skipped without python3-swift)", () => {
  let server: S3Server;
  let proxy: FaultyProxy;
  let storage: S3Content;
  let service: ToneService;
  let places = 0;
  beforeAll(async () => {
    server = await startS3();
    proxy = await startFaultyProxy(server.address);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await proxy.close();
    await server.close();
  });
  beforeEach(async () => {
    for (const [name, value] of Object.entries(environmentOf(proxy.address))) vi.stubEnv(name, value);
    proxy.fate = () => "pass";
    storage = new S3Content({ bucket, prefix: `tasks/${places++}/`, pathStyle: true });
    service = await startToneService({ content: storage });
  });
  afterEach(async () => {
    proxy.fate = () => "pass";
    await service.close();
    storage.close();
  });
  const names = async (): Promise<string[]> => {
    const listed: string[] = [];
    for await (const { name } of storage.list("")) listed.push(name);
    return listed.toSorted();
  };
  const contentOf = async (id: string, from = service): Promise<Buffer> =>
    Buffer.from(await (await from.request(`${path}/${id}/content`)).arrayBuffer());

  test("a long task's sound and times are those of the folder, byte for byte", async () => {
    const body = { ...long, Bitrate: "64k", TimestampType: "word" };
    const { id } = await service.createTask(body);
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
    const inFolder = await startToneService();
    try {
      const { id: other } = await inFolder.createTask(body);
      expect(await inFolder.ended(other)).toMatchObject({ status: "completed" });
      const kept = await readFile(join(inFolder.folder, "audio", `${other}.mp3`));
      expect((await contentOf(id)).equals(kept)).toBe(true);
      const times = async (from: ToneService, task: string) =>
        await (await from.request(`${path}/${task}/timestamps`)).text();
      expect(await times(service, id)).toBe(await times(inFolder, other));
    } finally {
      await inFolder.close();
    }
    await expect.poll(names).toEqual([`${id}.mp3`, `${id}.timestamps.json`]);
  });

  test("a range is read as a range, and HEAD reads no body", async () => {
    const { id } = await service.createTask({ ...long, input: sentence });
    await service.ended(id);
    const whole = await contentOf(id);
    const before = proxy.requests;
    const part = await service.request(`${path}/${id}/content`, { headers: { range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(whole.subarray(100, 200))).toBe(true);
    const head = await service.request(`${path}/${id}/content`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(whole.length));
    const made = proxy.log.slice(before).map((line) => line.split(" ")[0]);
    expect(made).toEqual(["HEAD", "GET", "HEAD"]);
  });

  test("a storage that can't be reached is 503, and the content is there once it can", async () => {
    const { id } = await service.createTask({ ...long, input: sentence });
    await service.ended(id);
    const whole = await contentOf(id);
    proxy.fate = () => "cut-before";
    for (const method of ["GET", "HEAD"]) {
      const refused = await service.request(`${path}/${id}/content`, { method });
      expect(refused.status).toBe(503);
      expect(refused.headers.get("retry-after")).toBe("5");
      if (method === "GET") expect(await refused.json()).toMatchObject({ error: { code: "storage_unavailable" } });
    }
    proxy.fate = ({ method }) => (method === "HEAD" ? "pass" : 503);
    const refused = await service.request(`${path}/${id}/content`);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: "storage_unavailable" } });
    proxy.fate = () => "pass";
    expect((await contentOf(id)).equals(whole)).toBe(true);
  });

  test("a task waits for a storage that comes back, and another process goes on where one ended", async () => {
    service.tones.holdAfter(2, 50);
    const { id } = await service.createTask(long);
    await expect.poll(() => service.tones.isHeld).toBe(true);
    await expect.poll(() => service.query("select count(*) as n from segments where samples > 0")).toEqual([{ n: 2 }]);
    await service.restart();
    let broken = 0;
    // More than the client tries by itself: the step fails, and is done again.
    proxy.fate = ({ method }) => (method === "PUT" && broken++ < 4 ? 503 : "pass");
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
    expect(broken).toBeGreaterThan(4);
    // Of 600 words 360 were kept; one segment of 180 at most was spoken again.
    expect(service.tones.words).toBeLessThanOrEqual(420);
    expect(await service.query("select kind from ledger where reference = ?", id)).toEqual([{ kind: "charge" }]);
    await expect.poll(names).toEqual([`${id}.mp3`, `${id}.timestamps.json`]);
  });

  test("a synchronous request whose sound can't be read is told so, and costs nothing", async () => {
    proxy.fate = ({ method }) => (method === "PUT" || method === "POST" ? "pass" : 503);
    const request = { model: "refvoice-2", input: sentence, voice: "https://example.com/voice.mp3" };
    const refused = await service.post("/v1/audio/speech", request);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: "storage_unavailable" } });
    expect(await service.query("select sum(amount_millionths) as price from ledger")).toEqual([{ price: 0 }]);
    expect(service.logText()).toMatch(/The storage of sound failed.*the sound of a finished job can't be read/);
  });

  test("a storage that stays away fails the task with its reason, and refunds it", async () => {
    proxy.fate = () => 503;
    const { id } = await service.createTask({ ...long, input: sentence });
    expect(await service.ended(id)).toMatchObject({ status: "failed", error: { code: "storage_unavailable" } });
    expect(await service.query("select kind from ledger where reference = ? order by number", id)).toEqual([
      { kind: "charge" },
      { kind: "refund" },
    ]);
    // What its log says leads to the cause and holds no signature.
    expect(service.logText()).toContain("The storage of sound failed");
    expect(service.logText()).not.toContain("Signature=");
  });
});

/** A storage that holds names alone; who asks is told that others keep content there, too. */
function namesAlone(content: Map<string, number>, isShared: boolean): ContentStorage {
  const never = (): never => {
    throw new Error("not asked for");
  };
  return {
    isShared,
    put: never,
    create: never,
    read: never,
    open: never,
    pathOf: never,
    grow: never,
    async *list(prefix) {
      for (const [name, changedAt] of content) if (name.startsWith(prefix)) yield { name, changedAt };
    },
    async remove(names) {
      for (const name of names) content.delete(name);
    },
    removeUnfinished: async () => undefined,
  };
}

describe("what a crash left", () => {
  const now = 10 * leftoverAge;
  const [old, young] = [now - leftoverAge - 1, now - leftoverAge];
  const idOf = (letter: string) => `task_${letter.repeat(24)}`;
  const [ended, running, gone] = [idOf("e"), idOf("r"), idOf("g")];
  const known = () => ({ ended: new Set([ended]), running: new Set([running]) });
  const of = (id: string) =>
    ["mp3", "timestamps.json", "3.samples", "3.times", "checkpoint", "mp3.joined.2.ab12"].map(
      (part) => `${id}.${part}`,
    );
  /** Somebody else's, in the same folder or below the same prefix. */
  const foreign = ["holiday.mp3", "backup/2026.tar", "task_list.csv", "task_list.checkpoint"];
  const all = [...foreign, ...[ended, running, gone].flatMap(of)];
  const kept = [...foreign, `${ended}.mp3`, `${ended}.timestamps.json`, ...of(running)];

  test.each([
    { isShared: false, changedAt: young, left: kept },
    { isShared: true, changedAt: old, left: kept },
    { isShared: true, changedAt: young, left: all },
  ])("is removed where it may be: shared $isShared, changed at $changedAt", async ({ isShared, changedAt, left }) => {
    const content = new Map(all.map((name) => [name, changedAt]));
    await new TaskFiles(namesAlone(content, isShared)).removeLeftovers(known, now);
    expect([...content.keys()]).toEqual(left);
  });

  test("a task that began while the files were listed keeps them", async () => {
    const begun = idOf("b");
    const content = new Map([[`${begun}.mp3`, old]]);
    const running = new Set<string>();
    const storage = namesAlone(content, true);
    const list = storage.list.bind(storage);
    const files = new TaskFiles({
      ...storage,
      async *list(prefix) {
        yield* list(prefix);
        running.add(begun);
      },
    });
    await files.removeLeftovers(() => ({ ended: new Set(), running: new Set(running) }), now);
    expect([...content.keys()]).toEqual([`${begun}.mp3`]);
  });
});
