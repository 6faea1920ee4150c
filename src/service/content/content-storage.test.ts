import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import type { IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { type ContentStorage, ContentUnavailableError, type Write } from "./content-storage.ts";
import { FolderContent } from "./folder-content.ts";
import {
  bucket,
  environmentOf,
  type FaultyProxy,
  hasS3,
  type S3Server,
  startFaultyProxy,
  startS3,
} from "./s3.fixture.ts";
import { S3Content } from "./s3-content.ts";

/** The steps of a folder's work that may be cut: nothing after the last one happens. */
const disk = vi.hoisted(() => ({ steps: 0, last: Number.POSITIVE_INFINITY }));

vi.mock("node:fs/promises", async (importOriginal) => {
  const original = await importOriginal<typeof import("node:fs/promises")>();
  const step = (): void => {
    if (++disk.steps > disk.last) throw new Error("cut");
  };
  const stepped =
    <Arguments extends unknown[], Result>(work: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      step();
      return await work(...given);
    };
  const open: typeof original.open = async (...given) => {
    step();
    const file = await original.open(...given);
    const write = file.write.bind(file) as (bytes: Uint8Array, at: number, length: number, to: number) => unknown;
    // The last write that gets through is half a write.
    const halfWrite = async (bytes: Uint8Array, at: number, length: number, to: number) => {
      if (disk.steps === disk.last) await write(bytes, at, Math.floor(length / 2), to);
      step();
      return write(bytes, at, length, to);
    };
    Object.assign(file, {
      write: halfWrite,
      sync: stepped(file.sync.bind(file)),
      truncate: stepped(file.truncate.bind(file)),
    });
    return file;
  };
  return { ...original, open, rename: stepped(original.rename), rm: stepped(original.rm) };
});

/** A place for content: each storage that is opened on it is what a further process sees. */
interface Place {
  /** @param idle for how long a connection may say nothing, in milliseconds; as usual when absent. */
  open(idle?: number): ContentStorage;
  /** From now on so many steps are done, and none behind them. */
  cutAfter(steps: number, how: "cut-before" | "cut-after"): void;
  /** What is broken works again. Returns how many steps were tried. */
  mend(): number;
  close(): Promise<void>;
}

let folders = 0;

async function folderPlace(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "content-"));
  return {
    open: () => new FolderContent(folder),
    cutAfter(steps) {
      disk.steps = 0;
      disk.last = steps;
    },
    mend() {
      disk.last = Number.POSITIVE_INFINITY;
      return disk.steps;
    },
    close: () => rm(folder, { recursive: true }),
  };
}

let server: S3Server | undefined;
let proxy: FaultyProxy;

async function s3Place(): Promise<Place> {
  const prefix = `place ${++folders}/`.replace(" ", "-");
  const opened: S3Content[] = [];
  let start = 0;
  return {
    open(idle) {
      const times = idle === undefined ? {} : { times: { connect: 5_000, idle } };
      const content = new S3Content({ bucket, prefix, pathStyle: true, ...times });
      opened.push(content);
      return content;
    },
    cutAfter(steps, how) {
      start = proxy.requests;
      proxy.fate = () => (proxy.requests - start > steps ? (proxy.requests - start === steps + 1 ? how : 503) : "pass");
    },
    mend() {
      proxy.fate = () => "pass";
      return proxy.requests - start;
    },
    async close() {
      for (const content of opened) content.close();
    },
  };
}

test("a folder keeps what somebody else began in it", async () => {
  const folder = await mkdtemp(join(tmpdir(), "content-"));
  for (const name of ["film.part", "task_a.mp3.1f.part"]) await writeFile(join(folder, name), "half");
  await new FolderContent(folder).removeUnfinished("task_", Number.POSITIVE_INFINITY);
  expect(await readdir(folder)).toEqual(["film.part"]);
  await rm(folder, { recursive: true });
});

test("the test of S3 runs where it must", () => {
  expect(hasS3 || process.env["REQUIRE_S3"] === undefined, "install python3-swift").toBe(true);
});

beforeAll(async () => {
  if (!hasS3) return;
  server = await startS3();
  proxy = await startFaultyProxy(server.address);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  if (server === undefined) return;
  await proxy.close();
  await server.close();
});

/** A step of a folder's work that isn't done has no answer that could be lost, too. */
const kinds = [
  { kind: "a folder", runs: true, placeOf: folderPlace, cuts: ["cut-before"] as const, large: 2 ** 20 },
  {
    kind: "S3 (skipped without python3-swift)",
    runs: hasS3,
    placeOf: s3Place,
    cuts: ["cut-before", "cut-after"] as const,
    // Three parts.
    large: 11 * 2 ** 20,
  },
];

const none = new Uint8Array();
/** Bytes that tell one place from another. */
function bytesOf(length: number, seed: number): Buffer {
  return Buffer.from(
    Uint32Array.from({ length: Math.ceil(length / 4) }, (_, at) => at * 2_654_435_761 + seed).buffer,
    0,
    length,
  );
}

async function namesIn(storage: ContentStorage, prefix = ""): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of storage.list(prefix)) names.push(name);
  return names.toSorted();
}

describe.each(kinds)("in $kind", ({ runs, placeOf, cuts: hows, large: length }) => {
  let place: Place;
  let storage: ContentStorage;
  beforeEach(async (context) => {
    if (!runs) return context.skip();
    if (server !== undefined) {
      for (const [name, value] of Object.entries(environmentOf(proxy.address))) vi.stubEnv(name, value);
      // What is broken on purpose isn't tried again, unless a test says so.
      vi.stubEnv("AWS_MAX_ATTEMPTS", "1");
      vi.stubEnv("AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED", "true");
    }
    place = await placeOf();
    storage = place.open();
  });
  afterEach(async () => {
    if (!runs) return;
    place.mend();
    await place.close();
  });

  test("an object is kept, replaced, read in whole and in part, and removed", async () => {
    expect(await storage.read("thing")).toBeUndefined();
    expect(await storage.open("thing")).toBeUndefined();
    await storage.put("thing", Buffer.from("first"));
    await storage.put("thing", Buffer.from("0123456789"));
    const other = place.open();
    expect(String(await other.read("thing"))).toBe("0123456789");
    const part = await other.open("thing");
    expect(part?.size).toBe(10);
    expect(part && String(await buffer(await part.read(2, 5)))).toBe("23456");
    const rest = await other.open("thing");
    expect(rest && String(await buffer(await rest.read(8)))).toBe("89");
    await (await other.open("thing"))?.close();
    await storage.remove(["thing", "nothing"]);
    expect(await other.read("thing")).toBeUndefined();
  });

  test("names with odd signs are told as they are", async () => {
    const names = ["a b", "a+b", "a%20b", "a&b=c", "a#b?c", "a'\"b", "(a)*~!", "a:b;c,d@e$f", "a[b]{c}|^`"];
    for (const name of names) await storage.put(name, Buffer.from(name));
    expect(await namesIn(storage)).toEqual(names.toSorted());
    expect(await namesIn(storage, "a&")).toEqual(["a&b=c"]);
    for (const name of names) expect(String(await storage.read(name))).toBe(name);
    await storage.remove(names);
    expect(await namesIn(storage)).toEqual([]);
  });

  test("a list tells when each object was changed, and is as long as it must be", async () => {
    // Three pages of the S3 server.
    const names = Array.from({ length: 45 }, (_, index) => `many.${String(index).padStart(4, "0")}`);
    for (let at = 0; at < names.length; at += 15) {
      await Promise.all(names.slice(at, at + 15).map((name) => storage.put(name, none)));
    }
    const listed: string[] = [];
    for await (const { name, changedAt } of storage.list("many.")) {
      listed.push(name);
      expect(Math.abs(Date.now() - changedAt)).toBeLessThan(60_000);
    }
    expect(listed.toSorted()).toEqual(names);
    await storage.remove(names);
    expect(await namesIn(storage)).toEqual([]);
  });

  // Beside nothing and small ones: exactly a part of S3, a byte more, and several.
  test.each([0, 1, 100, 5 * 2 ** 20 - 417, 5 * 2 ** 20 - 416, 5 * 2 ** 20, 11 * 2 ** 20])(
    "an object of %i bytes is kept while it is made, with what stands in front",
    async (length) => {
      const body = bytesOf(length, 1);
      const front = bytesOf(417, 2);
      for (const head of [front, none]) {
        const size = await storage.create("made", head.length, async (write) => {
          for (let at = 0; at < length; at += 700_001) await write(body.subarray(at, at + 700_001));
          expect(await namesIn(place.open())).toEqual(head === front ? [] : ["made"]);
          return head;
        });
        expect(size).toBe(head.length + length);
        const made = await storage.read("made");
        expect(made?.equals(Buffer.concat([head, body]))).toBe(true);
      }
      expect(await namesIn(storage)).toEqual(["made"]);
    },
    30_000,
  );

  test("what fails while it is made leaves nothing, and what was there stays", async () => {
    await storage.put("made", Buffer.from("before"));
    const making = storage.create("made", 10, async (write) => {
      await write(bytesOf(11 * 2 ** 20, 1));
      throw new Error("no more");
    });
    await expect(making).rejects.toThrow("no more");
    expect(String(await storage.read("made"))).toBe("before");
    await storage.removeUnfinished("", Number.POSITIVE_INFINITY);
    expect(await namesIn(storage)).toEqual(["made"]);
  });

  const large = bytesOf(length, 3);
  const make = (whole: ContentStorage): Promise<number> =>
    whole.create("large", 4, async (write: Write) => {
      await write(large);
      return Buffer.from("head");
    });
  const [first, second, third] = [bytesOf(300_000, 4), bytesOf(0, 5), bytesOf(200_001, 6)];
  const grown = Buffer.concat([Buffer.from("front"), first, second, third]);
  const parts = [first, second, third];
  /** Adds what is missing, and finishes. Returns how many parts were there. */
  const grow = async (whole: ContentStorage): Promise<number> => {
    const growing = await whole.grow({ name: "grown", checkpoint: "checkpoint", inFront: 5 });
    const found = growing.parts;
    expect(growing.kept.state?.[0]).toBe(found === 0 ? undefined : found);
    expect(growing.kept.next).toBe(found === 0 ? undefined : 10 * found);
    for (const [index, part] of parts.entries()) {
      if (index < found) continue;
      expect(growing.bytes).toBe(5 + parts.slice(0, index).reduce((sum, { length }) => sum + length, 0));
      await growing.add([part.subarray(0, 1_000), part.subarray(1_000)], {
        next: 10 * (index + 1),
        state: Uint8Array.of(index + 1, 10, 0),
      });
    }
    await growing.finish((head) => {
      expect(Buffer.from(head).equals(first.subarray(0, 64))).toBe(true);
      return Buffer.from("front");
    });
    return found;
  };

  test("an object grows part by part, and finishing it again changes nothing", async () => {
    expect(await grow(storage)).toBe(0);
    expect((await storage.read("grown"))?.equals(grown)).toBe(true);
    expect(await grow(place.open())).toBe(3);
    expect((await storage.read("grown"))?.equals(grown)).toBe(true);
    expect((await namesIn(storage)).filter((name) => !/^(grown(\.joined.*)?|checkpoint)$/.test(name))).toEqual([]);
  });

  const works = [
    { work: "making an object", run: make, name: "large", whole: Buffer.concat([Buffer.from("head"), large]) },
    { work: "an object that grows", run: grow, name: "grown", whole: grown },
  ];
  describe.each(works)("$work", ({ run, name, whole }) => {
    test.each(hows)(
      "may be cut at every step (%s): its name is for the whole alone, and what was confirmed is kept",
      async (how) => {
        let confirmed = 0;
        let cuts = 0;
        for (let isCut = true; isCut; cuts++) {
          place.cutAfter(cuts, how);
          isCut = await run(place.open()).then(
            () => false,
            () => true,
          );
          place.mend();
          const after = place.open();
          const found = await after.read(name);
          expect(found === undefined || found.equals(whole)).toBe(true);
          // A process later: what it finds has never become less.
          const told = await run(after);
          if (name === "grown") {
            expect(told).toBeGreaterThanOrEqual(confirmed);
            confirmed = told;
          }
          expect((await after.read(name))?.equals(whole)).toBe(true);
          await after.remove(await namesIn(after));
          await after.removeUnfinished("", Number.POSITIVE_INFINITY);
          expect(await namesIn(after)).toEqual([]);
        }
        expect(cuts).toBeGreaterThan(5);
        if (name === "grown") expect(confirmed).toBe(3);
      },
      120_000,
    );
  });
});

describe.runIf(hasS3)("an S3 server (skipped without python3-swift)", () => {
  let place: Place;
  let storage: ContentStorage;
  beforeEach(async () => {
    for (const [name, value] of Object.entries(environmentOf(proxy.address))) vi.stubEnv(name, value);
    vi.stubEnv("AWS_MAX_ATTEMPTS", "3");
    place = await s3Place();
    storage = place.open();
  });
  afterEach(() => {
    place.mend();
    return place.close();
  });
  const content = bytesOf(3_000_000, 7);

  test.each([500, 503, "cut-before", "cut-after", { cutBehind: 100 }, { stallBehind: 100 }] as const)(
    "that does %j with every second request loses nothing",
    async (fate) => {
      // A server on a busy machine may be silent for a while, too, so that only what stalls is short of patience.
      if (typeof fate === "object" && "stallBehind" in fate) storage = place.open(2_000);
      let requests = 0;
      // Those that are under way at once are told apart by the client's own count.
      const isBroken = ({ method, headers }: IncomingMessage): boolean =>
        method === "DELETE" ? String(headers["amz-sdk-request"]).startsWith("attempt=1;") : requests++ % 2 === 0;
      proxy.fate = (request) => (isBroken(request) ? fate : "pass");
      await storage.put("thing", content);
      expect((await storage.read("thing"))?.equals(content)).toBe(true);
      const growing = await storage.grow({ name: "grown", checkpoint: "checkpoint", inFront: 1 });
      await growing.add([content], { state: Uint8Array.of(1) });
      await growing.add([content], { state: Uint8Array.of(2) });
      const again = await storage.grow({ name: "grown", checkpoint: "checkpoint", inFront: 1 });
      await again.finish(() => Uint8Array.of(9));
      const whole = Buffer.concat([Uint8Array.of(9), content, content]);
      expect((await storage.read("grown"))?.equals(whole)).toBe(true);
      await storage.remove(await namesIn(storage));
      expect(await namesIn(storage)).toEqual([]);
    },
    60_000,
  );

  test("that cuts bodies again and again is read on from where each ended", async () => {
    await storage.put("thing", content);
    const before = proxy.requests;
    proxy.fate = ({ method }) => (method === "GET" ? { cutBehind: 700_000 } : "pass");
    const open = await storage.open("thing");
    const read = open && (await buffer(await open.read(500_000)));
    expect(read?.equals(content.subarray(500_000))).toBe(true);
    expect(proxy.log.slice(before).map((line) => line.split(" ")[0])).toEqual(["HEAD", "GET", "GET", "GET", "GET"]);
  });

  test("that fails for good is told as unavailable, and an object is never taken for another", async () => {
    await storage.put("thing", content);
    const open = await storage.open("thing");
    proxy.fate = () => 503;
    await expect(open?.read()).rejects.toThrow(ContentUnavailableError);
    await expect(storage.put("thing", content)).rejects.toThrow(ContentUnavailableError);
    proxy.fate = ({ method }) => (method === "GET" ? { cutBehind: 1_000 } : "pass");
    const stream = await open?.read();
    proxy.fate = () => "pass";
    await storage.put("thing", bytesOf(3_000_000, 8));
    await expect(stream && buffer(stream)).rejects.toThrow(ContentUnavailableError);
  });

  test("is asked for a part alone, and a reader that leaves ends its request", async () => {
    await storage.put("thing", content);
    const before = proxy.requests;
    const open = await storage.open("thing");
    const stream = await open?.read(10, 20);
    stream?.destroy();
    expect(proxy.requests - before).toBe(2);
    await (await storage.open("thing"))?.close();
    expect(proxy.requests - before).toBe(3);
  });

  test("keeps an upload that was begun until it is old, and somebody else's always", async () => {
    await storage.create("large", 0, async (write) => {
      await write(bytesOf(11 * 2 ** 20, 1));
      await place.open().removeUnfinished("task_", Date.now() + 3_600_000);
      await place.open().removeUnfinished("", Date.now() - 3_600_000);
      return none;
    });
    expect((await storage.open("large"))?.size).toBe(11 * 2 ** 20);
    const cut = storage.create("other", 0, async (write) => {
      await write(bytesOf(11 * 2 ** 20, 1));
      await place.open().removeUnfinished("", Date.now() + 3_600_000);
      return none;
    });
    await expect(cut).rejects.toThrow(ContentUnavailableError);
  });
});
