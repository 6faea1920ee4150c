import { copyFile, mkdir, mkdtemp, readdir, rm, statfs, unlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod";
import { readRows } from "./rows.ts";
import {
  canMountDisks,
  type ServiceProcess,
  type ServiceProcessOptions,
  startServiceProcess,
} from "./service-process.ts";

/** Starts a service in a folder of its own. Both go with the test. */
async function startIn(onFinished: typeof onTestFinished, options: ServiceProcessOptions): Promise<ServiceProcess> {
  const folder = await mkdtemp(join(tmpdir(), "small-disk-"));
  onFinished(() => rm(folder, { recursive: true, force: true }));
  const service = await startServiceProcess(folder, options);
  onFinished(() => service.stop());
  return service;
}

/** 1,560 characters: about 80 seconds, which are 2 MB at 192 kbit/s. */
const input = "It was a bright morning when the train left the old station. ".repeat(30).slice(0, 1_560);
const request = { model: "streamspeech-v8", voice: "Emily", Bitrate: "192k", input };

async function createTask(running: ServiceProcess, body: object = request): Promise<string> {
  const task = await running.createTask(body);
  if (task === undefined) throw new Error("no answer");
  return task.id;
}

/** What each request cost in the end, with the kinds of its rows. */
async function bills(running: ServiceProcess): Promise<ReadonlyMap<string, string>> {
  // Copied: SQLite can't open what lies on another program's disk.
  const copy = await mkdtemp(join(tmpdir(), "small-disk-ledger-"));
  try {
    await mkdir(join(copy, "service"));
    for (const name of ["service.db", "service.db-wal"]) {
      await copyFile(join(running.folder, "service", name), join(copy, "service", name));
    }
    const rows = readRows(
      copy,
      `select reference, group_concat(kind) || ' ' || sum(tokens) as bill
       from (select * from ledger order by number) group by reference`,
      z.object({ reference: z.string(), bill: z.string() }),
    );
    return new Map(rows.map(({ reference, bill }) => [reference, bill]));
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

// Where nobody may mount, as in some containers, what needs a disk is reported as skipped; the limit for files is tried
// everywhere.
// Each waits most of the time: both run at once.
describe.concurrent("where a place is full", () => {
  test.skipIf(!canMountDisks())(
    "on a disk of 3 MB one task fits, and those behind it fail and are refunded",
    async ({ expect, onTestFinished }) => {
      const service = await startIn(onTestFinished, { diskMegabytes: 3 });
      const completed = await createTask(service);
      expect(await service.ended(completed)).toMatchObject({ status: "completed" });
      const expected = new Map([[completed, "charge 1560"]]);
      const others: string[] = [];
      for (let count = 0; count < 5; count++) others.push(await createTask(service));
      for (const id of others) {
        expect(await service.ended(id)).toMatchObject({ status: "failed", error: { code: "storage_full" } });
        expected.set(id, "charge,refund 0");
      }
      expect(await bills(service)).toEqual(expected);
      expect((await readdir(join(service.folder, "service", "audio"))).toSorted()).toEqual([
        `${completed}.mp3`,
        `${completed}.timestamps.json`,
      ]);
    },
    180_000,
  );

  test.skipIf(process.platform === "win32")(
    "with files of at most 512 kB a longer task fails and is refunded",
    async ({ expect, onTestFinished }) => {
      const service = await startIn(onTestFinished, { largestFile: 512 });
      const long = await createTask(service);
      const short = await createTask(service, { ...request, input: "This one is short enough." });
      expect(await service.ended(long)).toMatchObject({ status: "failed", error: { code: "storage_full" } });
      expect(await service.ended(short)).toMatchObject({ status: "completed" });
      expect(await bills(service)).toEqual(
        new Map([
          [long, "charge,refund 0"],
          [short, "charge 25"],
        ]),
      );
    },
    180_000,
  );
});

describe.skipIf(!canMountDisks())("on a disk of 3 MB, which this machine's user must be able to mount", () => {
  test("a task is tried again once there is room, and goes on for one charge", async () => {
    const service = await startIn(onTestFinished, { diskMegabytes: 3 });
    const ballast = join(service.folder, "ballast");
    await writeFile(ballast, Buffer.alloc(1_500_000, 1));
    const id = await createTask(service);
    const audio = join(service.folder, "service", "audio");
    // Less than what is written at once.
    const room = async (): Promise<number> => {
      const { bavail, bsize } = await statfs(audio);
      return bavail * bsize;
    };
    await expect.poll(room, { interval: 10 }).toBeLessThan(128 * 1024);
    await unlink(ballast);
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
    expect(await bills(service)).toEqual(new Map([[id, "charge 1560"]]));
  }, 180_000);

  test("a task that can't even be written down is refused with 507, and costs nothing", async () => {
    const service = await startIn(onTestFinished, { diskMegabytes: 3 });
    const ballast = join(service.folder, "ballast");
    // As much as fits.
    await writeFile(ballast, Buffer.alloc(4_000_000, 1)).catch(() => undefined);
    await rm(join(service.folder, "service", "reserve"));
    await writeFile(`${ballast}-2`, Buffer.alloc(4_000_000, 1)).catch(() => undefined);
    await expect(createTask(service)).rejects.toThrow(/507.*storage_full/);
    await unlink(ballast);
    const id = await createTask(service, { ...request, input: "There is room again." });
    expect(await service.ended(id)).toMatchObject({ status: "completed" });
    expect([...(await bills(service)).keys()]).toEqual([id]);
  }, 180_000);
});
