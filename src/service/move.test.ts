import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { streamVoices } from "../contract/models/streamspeech-v8-voices.ts";
import { bucket, environmentOf, hasS3, startS3 } from "./content/s3.fixture.ts";
import { S3Content } from "./content/s3-content.ts";
import { openDataFolder } from "./storage/data-folder.ts";
import { createDatabase, hasPostgres } from "./storage/postgres.fixture.ts";
import { poison } from "./tone.fixture.ts";
import { startToneService, type ToneService } from "./tone-service.fixture.ts";

const run = promisify(execFile);
const program = fileURLToPath(new URL("../../dist/programs/move.js", import.meta.url));
const path = "/v1/audio/speech/tasks";
const model = { model: "streamspeech-v8", voice: streamVoices[0]?.name, TimestampType: "word" };
const sentence = "One two three, four five. ";

describe.runIf(hasPostgres)("a service that moves to PostgreSQL", () => {
  let service: ToneService;
  let parent: string;
  beforeEach(async () => {
    service = await startToneService();
    // The program reads the folder `service` of DATA_DIR.
    parent = await mkdtemp(join(tmpdir(), "move-"));
  });
  afterEach(async () => {
    service.tones.release();
    await service.close();
    await rm(parent, { recursive: true });
  });

  /** Runs the program on the service's folder, which keeps its own name for the test. */
  const move = async (database: string, more: Readonly<Record<string, string>> = {}) => {
    const folder = join(parent, "service");
    await cp(service.folder, folder, { recursive: true });
    const environment = { ...process.env, DATA_DIR: parent, SERVICE_DATABASE_URL: database, ...more };
    return { folder, moving: run(process.execPath, [program], { env: environment }) };
  };

  test("keeps what was made, charged and promised, and goes on with what was under way", async () => {
    const done = await service.createTask({ ...model, input: sentence });
    await service.ended(done.id);
    const failed = await service.createTask({ ...model, input: `One ${poison}. Two.` });
    await service.ended(failed.id);
    const keyed = { method: "POST", headers: { "idempotency-key": "key", "content-type": "application/json" } };
    const first = await service.request(path, { ...keyed, body: JSON.stringify({ ...model, input: "Again." }) });
    const { id: again } = (await first.json()) as { id: string };
    await service.ended(again);
    service.tones.holdAfter(2, 50);
    const long = await service.createTask({ ...model, input: sentence.repeat(120) });
    await expect.poll(() => service.query("select count(*) as n from segments where samples > 0")).toEqual([{ n: 2 }]);
    const waiting = await service.createTask({ ...model, input: "Later." });
    const told = (await service.readTask(long.id)).progress;
    const sound = Buffer.from(await (await service.request(`${path}/${done.id}/content`)).arrayBuffer());
    const ledger = await service.query("select * from ledger order by number");

    await service.restart(undefined, async () => {
      const database = await createDatabase();
      const { folder, moving } = await move(database);
      const { stdout } = await moving;
      expect(stdout).toMatch(/^tasks +5 rows +the same on both sides/m);
      expect(stdout).toMatch(/^ledger +6 rows/m);
      expect(stdout).toMatch(/^under way +2 tasks/m);
      expect(existsSync(join(folder, "service.db"))).toBe(false);
      expect(existsSync(join(folder, "service.db.moved"))).toBe(true);
      return database;
    });

    expect((await service.query("select * from ledger order by number")).slice(0, ledger.length)).toEqual(ledger);
    expect(await service.readTask(done.id)).toMatchObject({ status: "completed", progress: 100 });
    const content = await service.request(`${path}/${done.id}/content`);
    expect(Buffer.from(await content.arrayBuffer()).equals(sound)).toBe(true);
    expect(await service.readTask(failed.id)).toMatchObject({ status: "failed" });
    const repeated = await service.request(path, { ...keyed, body: JSON.stringify({ ...model, input: "Again." }) });
    expect(await repeated.json()).toMatchObject({ id: again });
    expect((await service.readTask(long.id)).progress).toBeGreaterThanOrEqual(told);
    for (const { id } of [long, waiting]) expect(await service.ended(id)).toMatchObject({ status: "completed" });
    // Two of four segments were kept.
    expect(service.tones.words).toBeLessThan(400);
    const bills = await service.query("select reference, kind from ledger where kind = 'charge'");
    expect(new Set(bills.map(({ reference }) => reference)).size).toBe(bills.length);
    const next = await service.createTask({ ...model, input: "New." });
    expect(await service.ended(next.id)).toMatchObject({ status: "completed" });
  });

  test.runIf(hasS3)("takes its sound into S3, where what was under way is spoken anew", async () => {
    const server = await startS3();
    onTestFinished(() => server.close());
    const done = await service.createTask({ ...model, input: sentence });
    await service.ended(done.id);
    const sound = Buffer.from(await (await service.request(`${path}/${done.id}/content`)).arrayBuffer());
    for (const [name, value] of Object.entries(environmentOf(server.address))) vi.stubEnv(name, value);
    const content = new S3Content({ bucket, prefix: "moved/", pathStyle: true });
    onTestFinished(() => content.close());
    // As where the service alone has had the bucket for a while.
    const before = await service.createTask({ ...model, input: sentence });
    await service.ended(before.id);
    for (const name of [`${before.id}.mp3`, `${before.id}.timestamps.json`]) {
      const file = join(service.folder, "audio", name);
      await content.put(name, await readFile(file));
      await rm(file);
    }
    service.tones.holdAfter(2, 50);
    const long = await service.createTask({ ...model, input: sentence.repeat(120) });
    await expect.poll(() => service.query("select count(*) as n from segments where samples > 0")).toEqual([{ n: 2 }]);
    await service.restart(undefined, async () => {
      const database = await createDatabase();
      const place = { SERVICE_CONTENT_URL: `s3://${bucket}/moved`, SERVICE_CONTENT_PATH_STYLE: "yes" };
      const { folder, moving } = await move(database, { ...environmentOf(server.address), ...place });
      expect((await moving).stdout).toMatch(/^sound +4 files/m);
      expect(existsSync(join(folder, "service.db.moved"))).toBe(true);
      return database;
    });
    expect((await content.read(`${done.id}.mp3`))?.equals(sound)).toBe(true);
    expect(await content.open(`${done.id}.timestamps.json`)).toBeDefined();
    expect(await service.ended(long.id)).toMatchObject({ status: "completed" });
  });

  test("moves into an empty database alone, and changes nothing otherwise", async () => {
    const { id } = await service.createTask({ ...model, input: sentence });
    await service.ended(id);
    const database = await createDatabase();
    await service.restart(undefined, async () => {
      await (await move(database)).moving;
      await rm(join(parent, "service"), { recursive: true });
      const { folder, moving } = await move(database);
      await expect(moving).rejects.toThrow(/holds tasks or bills already: move into an empty one/);
      expect(existsSync(join(folder, "service.db"))).toBe(true);
      return database;
    });
    expect(await service.query("select id from tasks")).toEqual([{ id }]);
  });

  test("keeps the database of an earlier move, and moves no empty one in its place", async () => {
    const folder = join(parent, "service");
    const file = join(folder, "service.db");
    const again = async () => {
      const environment = { ...process.env, DATA_DIR: parent, SERVICE_DATABASE_URL: await createDatabase() };
      return run(process.execPath, [program], { env: environment });
    };
    await expect(again()).rejects.toThrow(/there is no .*service\.db to move/);
    expect(existsSync(folder)).toBe(false);
    await (await openDataFolder(folder)).close();
    await again();
    const moved = await readFile(`${file}.moved`);
    await expect(again()).rejects.toThrow(/there is no .*service\.db to move/);
    await writeFile(file, "");
    await expect(again()).rejects.toThrow(/service\.db\.moved is the database of an earlier move/);
    expect((await readFile(`${file}.moved`)).equals(moved)).toBe(true);
  });

  test("says what it lacks", async () => {
    await writeFile(join(parent, "service"), "a file");
    const environment = { ...process.env, DATA_DIR: parent, SERVICE_DATABASE_URL: "" };
    await expect(run(process.execPath, [program], { env: environment })).rejects.toThrow(/SERVICE_DATABASE_URL/);
    expect(await readFile(join(parent, "service"), "utf8")).toBe("a file");
  });
});
