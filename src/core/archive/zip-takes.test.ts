import { BlobReader, TextReader, ZipReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { removed } from "../../contract/clean.ts";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeDetails, TakeRow } from "../takes/take.ts";
import { createBlobSink } from "./blob-sink.ts";
import { readDocument, readFiles, valueBounds } from "./read-files.ts";
import { writeJson } from "./take-files.ts";
import { unzipTakes } from "./unzip-takes.ts";
import { type ImportLimits, importLimits } from "./zip-entries.ts";
import { zipTakes } from "./zip-takes.ts";

const made = new Date(Date.UTC(2026, 10, 22, 12));
const never = new AbortController().signal;
async function addTake(
  library: TakeLibrary,
  id: string,
  row: Partial<TakeRow> = {},
  details: Partial<TakeDetails> = {},
  sound?: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const own = sound === undefined ? {} : { sound: "whole" as const, format: { codec: "mp3" as const } };
  await library.begin(takeRow(id, { status: "complete", ...own, ...row }), takeDetails(id, details));
  if (sound === undefined) return;
  const blob = new Blob([sound], { type: "audio/mpeg" });
  await library.keepSound({ id, format: { codec: "mp3" }, facts: { bytes: sound.length }, blob });
}

async function zip(library: TakeLibrary, rows = library.getSnapshot().rows): Promise<Blob> {
  const sink = createBlobSink();
  await zipTakes(sink.writable, rows, library, { by: "a test", made }, never, () => {});
  return sink.blob("application/zip");
}

const take = (file: Blob, library: TakeLibrary, limits: ImportLimits = importLimits) =>
  unzipTakes(file, library, { now: 2_000_000, signal: never, limits });

/** Every file of a zip by its name, as text. */
async function contentOf(file: Blob): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for (const entry of await new ZipReader(new BlobReader(file)).getEntries()) {
    if (entry.directory) continue;
    content[entry.filename] = Buffer.from(await entry.arrayBuffer()).toString("latin1");
  }
  return content;
}

async function repack(file: Blob, change: (name: string, text: string) => readonly [string, string] | undefined) {
  const sink = createBlobSink();
  const writer = new ZipWriter(sink.writable, { useWebWorkers: false });
  for (const entry of Object.entries(await contentOf(file))) {
    const changed = change(...entry);
    if (changed === undefined) continue;
    const bytes = Uint8Array.from(changed[1], (character) => character.charCodeAt(0));
    await writer.add(changed[0], new BlobReader(new Blob([bytes])), { level: 6 });
  }
  await writer.close();
  return sink.blob("application/zip");
}

/** Everything that details can hold, with a secret wherever one can be. */
const fullOf = (key: string): Partial<TakeDetails> => ({
  headers: [
    ["content-type", "audio/mpeg"],
    ["set-cookie", `session=${key}`],
  ],
  error: { name: "SpeechRequestError", message: `Wrong key sk-${key}`, raw: `{"api_key":"${key}"}` },
  parts: [
    {
      ...{ start: 0, end: 1, pause: 0, body: "{}", state: "done" },
      answer: {
        status: 206,
        headers: [
          ["x-request-id", "r1"],
          ["set-cookie", `session=${key}`],
        ],
        inspection: { missing: 7 },
      },
    },
    { start: 1, end: 2, pause: 0, body: "{}", state: "unsent" },
  ],
  answer: { text: `{"content_url":"https://h/x?signature=${key}"}`, truncated: false },
  request: {
    endpoint: "speech",
    path: "/v1/audio/speech",
    body: `{ "voice": "https:\\/\\/me:${key}@h\\/a.wav?X-Amz-Signature=${key}", "Speed": 1.50, "input": "你好 🎉" }`,
  },
  log: {
    entries: [
      { at: 1.25, type: "sent" },
      { at: 2, type: "chunk", bytes: 3, start: new Uint8Array([0, 128, 255]) },
    ],
    dropped: 2,
  },
  words: [{ type: "progress", message: [{ word: "你好", start: 0 }] }],
  timestamps: [{ word: "a", start: 0.5 }],
  task: { object: { id: "task_1", content_url: `https://h/v1/audio/speech/tasks/task_1/content?a=${key}` } },
});

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const secret = fc
  .array(fc.constantFrom(...letters), { minLength: 18, maxLength: 30 })
  .map((characters) => `Zq7${characters.join("")}`);
const full = fullOf("Zq7abcdefghijklmnop123");

describe("takes as a zip", () => {
  it("come back as they left: sounds byte for byte, and everything else", async () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    const text = fc.string({ unit: "grapheme", maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(bytes, text, text, text), { minLength: 1, maxLength: 4 }), async (takes) => {
        const library = openTestLibrary();
        for (const [index, [sound, name, note, excerpt]] of takes.entries()) {
          const form = { ...takeDetails("").form, text: excerpt };
          await addTake(library, `a${index}`, { name, note, excerpt }, { ...full, form }, new Uint8Array(sound));
        }
        const first = await zip(library);
        const other = openTestLibrary();
        expect(await take(first, other)).toEqual({ added: takes.length, known: 0, skipped: [] });
        expect(await contentOf(await zip(other))).toEqual(await contentOf(first));
        for (const [index, [sound]] of takes.entries()) {
          const kept = await other.sound(`a${index}`);
          expect(new Uint8Array((await kept?.blob.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(new Uint8Array(sound));
        }
        const [done, unsent] = (await other.details("a0"))?.parts ?? [];
        expect(done?.answer).toMatchObject({ status: 206, inspection: { missing: 7 } });
        expect(done?.answer?.headers[0]).toEqual(["x-request-id", "r1"]);
        expect(unsent?.answer).toBeUndefined();
        expect(other.row("a0")?.imported).toEqual({ at: 2_000_000, made: made.getTime() });
        // Once more: nothing is doubled.
        expect(await take(first, other)).toEqual({ added: 0, known: takes.length, skipped: [] });
      }),
      { numRuns: 12 },
    );
  });

  it("have samples without a header as they came, their rate in the file's name", async () => {
    const library = openTestLibrary();
    const format = { codec: "pcm_s16le", sampleRate: 24_000, channels: 1 } as const;
    await library.begin(takeRow("a", { status: "complete", sound: "whole", format }), takeDetails("a"));
    await library.keepSound({ id: "a", format, facts: { bytes: 3 }, blob: new Blob([Uint8Array.of(1, 2, 3)]) });
    const file = await zip(library);
    const name = Object.keys(await contentOf(file)).find((each) => each.includes("sound"));
    expect(name).toMatch(/\/sound-24000Hz\.pcm$/);
    const other = openTestLibrary();
    expect(await take(file, other)).toMatchObject({ added: 1, skipped: [] });
    const kept = await other.sound("a");
    expect([kept?.format, new Uint8Array((await kept?.blob.arrayBuffer()) ?? new ArrayBuffer(0))]).toEqual([
      format,
      Uint8Array.of(1, 2, 3),
    ]);
  });

  it("hold no key, cookie or signature, and say where one was; what is beside it stays byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(secret, async (key) => {
        const library = openTestLibrary();
        await addTake(library, "a1", { voice: `https://h/a.wav?sig=${key}`, note: `Bearer ${key}` }, fullOf(key));
        const content = await contentOf(await zip(library));
        const whole = JSON.stringify(content);
        expect(whole).not.toContain(key);
        expect(whole).toContain(removed);
        const name = Object.keys(content).find((each) => each.endsWith("request.json")) ?? "";
        const body = Buffer.from(JSON.parse(content[name] ?? "").body, "latin1").toString();
        expect(body).toBe(`{ "voice": "https://${removed}@h/a.wav?${removed}", "Speed": 1.50, "input": "你好 🎉" }`);
        expect(JSON.parse(content["manifest.json"] ?? "").takes[0]).toMatchObject({ id: "a1", cleaned: true });
      }),
      { numRuns: 15 },
    );
  });

  it("have names that every system takes, and no two are alike", async () => {
    const library = openTestLibrary();
    const names = [
      "../../etc/passwd",
      "CON",
      "a:b*c?",
      "日本語".repeat(40),
      "",
      "same",
      "same",
      "🎉".repeat(60),
      "x. ",
    ];
    for (const [index, name] of names.entries()) await addTake(library, `n${index}`, { name, excerpt: "" });
    const folders = new Set(
      Object.keys(await contentOf(await zip(library))).flatMap((name) => /^takes\/([^/]+)\/take/.exec(name)?.[1] ?? []),
    );
    expect(folders.size).toBe(names.length);
    for (const folder of folders) {
      expect(folder).toMatch(/^\d{4} [^\\/:*?"<>|\p{Cc}]*[^\s.\\/:*?"<>|\p{Cc}]$/u);
      expect(Buffer.byteLength(folder)).toBeLessThanOrEqual(96);
    }
  });

  it("a take that is under way leaves as it will be found, and one without its sound says so", async () => {
    const library = openTestLibrary();
    await addTake(library, "b1", { status: "receiving", owner: "somebody", sound: "whole" });
    const other = openTestLibrary();
    await take(await zip(library), other);
    expect(other.row("b1")).toMatchObject({ status: "interrupted", sound: "removed" });
    expect(other.row("b1")?.owner).toBeUndefined();
  });

  it("begin each with its size and checksum, so that programs take them that read from the beginning", async () => {
    const library = openTestLibrary();
    await addTake(library, "s1", { note: "x".repeat(9_000) }, {}, new Uint8Array(3_000_000).fill(7));
    const file = await zip(library);
    const view = new DataView(await file.arrayBuffer());
    const methods = new Set<number>();
    for (const entry of await new ZipReader(new BlobReader(file)).getEntries()) {
      const { offset, compressionMethod, compressedSize, uncompressedSize, crc32 = 0 } = entry;
      methods.add(compressionMethod);
      expect(view.getUint16(offset + 6, true) & 8).toBe(0);
      const said = [14, 18, 22].map((at) => view.getUint32(offset + at, true));
      expect(said).toEqual([crc32, compressedSize, uncompressedSize]);
    }
    expect(methods).toEqual(new Set([0, 8]));
  });

  it("ends when it is called off", async () => {
    const library = openTestLibrary();
    for (let index = 0; index < 5; index++) await addTake(library, `c${index}`);
    const controller = new AbortController();
    const sink = createBlobSink();
    const rows = library.getSnapshot().rows;
    const ending = zipTakes(sink.writable, rows, library, { by: "a test", made }, controller.signal, () =>
      controller.abort(),
    );
    await expect(ending).rejects.toThrow(/abort/i);
  });

  it("with the times of a text of 500,000 characters, as the bounds have room for", async () => {
    const library = openTestLibrary();
    const entry = (at: number) => ({ word: "word", start: at / 4, end: at / 4 + 0.2, text_offset: at * 5 });
    await addTake(
      library,
      "t1",
      {},
      { timestamps: { timestamps: Array.from({ length: 45_000 }, (_, at) => entry(at)) } },
    );
    const other = openTestLibrary();
    expect(await take(await zip(library), other)).toEqual({ added: 1, known: 0, skipped: [] });
    expect((await other.details("t1"))?.timestamps).toEqual((await library.details("t1"))?.timestamps);
    // Each character timed by itself, with every digit that eight hours have.
    const longest = writeJson({ timestamps: { timestamps: [{ ...entry(0), word: "字", start: 28_800.125 }] } });
    expect(500_000 * Buffer.byteLength(longest)).toBeLessThan(importLimits.text);
    expect(500_000 * 5).toBeLessThan(valueBounds.kept);
  });

  it("hundreds of them", async () => {
    const library = openTestLibrary();
    for (let index = 0; index < 300; index++) addTake(library, `d${index}`);
    const other = openTestLibrary();
    expect(await take(await zip(library), other)).toEqual({ added: 300, known: 0, skipped: [] });
    expect(other.getSnapshot().rows).toHaveLength(300);
  });
});

describe("a zip from anywhere", () => {
  async function two(): Promise<Blob> {
    const library = openTestLibrary();
    await addTake(library, "e1", { name: "one" }, {}, new Uint8Array([1, 2, 3]));
    await addTake(library, "e2", { name: "two" }, {}, new Uint8Array([4, 5, 6]));
    return zip(library);
  }

  it.each([
    ["/take.json", "{", "damaged", 1],
    ["/take.json", '{"id":"../x"}', "damaged", 1],
    ["/request.json", "[]", "damaged", 1],
    ["/answer.json", "no JSON", "damaged", 2],
    ["/times.json", "", "damaged", 2],
  ])("with a damaged %s keeps the rest and names it", async (file, text, problem, added) => {
    const broken = await repack(await two(), (name, content) => [
      name,
      name.includes("one") && name.endsWith(file) ? text : content,
    ]);
    const report = await take(broken, openTestLibrary());
    expect(report.added).toBe(added);
    expect(report.skipped).toContainEqual(expect.objectContaining({ problem, name: expect.stringContaining("one") }));
  });

  it("packed again by another program, in a folder of its own and beside other things, is the same", async () => {
    const packed = await repack(await two(), (name, content) => [`My takes/${name}`, content]);
    const library = openTestLibrary();
    expect(await take(packed, library)).toEqual({ added: 2, known: 0, skipped: [] });
    const kept = await library.sound("e1");
    expect(new Uint8Array((await kept?.blob.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(new Uint8Array([1, 2, 3]));
  });

  it("takes no more than it may: takes, entries, sizes that weren't promised", async () => {
    const file = await two();
    expect(await take(file, openTestLibrary(), { ...importLimits, takes: 1 })).toMatchObject({
      added: 1,
      skipped: [{ problem: "too_many" }],
    });
    await expect(take(file, openTestLibrary(), { ...importLimits, entries: 5 })).rejects.toMatchObject({
      problem: "too_many",
    });
    const bomb = await repack(file, (name, content) => [
      name,
      name.includes("one") && name.endsWith("take.json") ? `${" ".repeat(3_000_000)}{}` : content,
    ]);
    expect(bomb.size).toBeLessThan(50_000);
    const report = await take(bomb, openTestLibrary(), { ...importLimits, text: 1_000_000 });
    expect(report).toMatchObject({ added: 1, skipped: [{ problem: "too_large" }, { problem: "damaged" }] });
    const quiet = await take(file, openTestLibrary(), { ...importLimits, sound: 2 });
    expect(quiet.skipped.map(({ problem }) => problem)).toEqual(["too_large", "too_large"]);
  });

  it("becomes no more than its heads say, whatever is in it: somebody agreed to that", async () => {
    const library = openTestLibrary();
    await addTake(library, "g1", { name: "one" }, {}, new Uint8Array(5_000_000));
    const packed = await repack(await zip(library), (name, content) => [name, content]);
    const bytes = new Uint8Array(await packed.arrayBuffer());
    const view = new DataView(bytes.buffer);
    let lies = 0;
    for (let at = 0; at + 46 < bytes.length; at++) {
      // A sound's entry in the directory: its size when unpacked.
      if (view.getUint32(at, true) !== 0x02014b50 || view.getUint32(at + 24, true) !== 5_000_000) continue;
      view.setUint32(at + 24, 10, true);
      lies++;
    }
    expect(lies).toBe(1);
    const other = openTestLibrary();
    const sizes: number[] = [];
    const report = await unzipTakes(new Blob([bytes]), other, {
      now: 1,
      signal: never,
      agrees: async (size) => sizes.push(size.bytes) > 0,
    });
    expect(sizes[0]).toBeLessThan(20_000);
    expect(report).toMatchObject({ added: 1, skipped: [{ problem: "damaged" }] });
    expect([other.row("g1")?.sound, await other.sound("g1")]).toEqual(["removed", undefined]);
  });

  it("brings a sound that an import lacks because the page was closed in the middle of it", async () => {
    const file = await two();
    const library = openTestLibrary();
    expect((await take(file, library)).added).toBe(2);
    const half = openTestLibrary();
    const [row, details] = [library.row("e1"), await library.details("e1")];
    if (row === undefined || details === undefined) throw new Error("The take isn't there.");
    await half.begin(row, details);
    expect(await take(file, half)).toEqual({ added: 2, known: 0, skipped: [] });
    expect((await half.sound("e1"))?.blob.size).toBe(3);
  });

  it("brings back a sound that was removed to make room, and leaves what was noted since", async () => {
    const library = openTestLibrary();
    await addTake(library, "e1", {}, {}, Uint8Array.of(1, 2, 3));
    const file = await zip(library);
    await library.eraseSounds(["e1"]);
    await library.update("e1", { name: "Mine" });
    expect(await take(file, library)).toEqual({ added: 1, known: 0, skipped: [] });
    expect(await take(file, library)).toEqual({ added: 0, known: 1, skipped: [] });
    expect(library.row("e1")).toMatchObject({ sound: "whole", name: "Mine", format: { codec: "mp3" } });
    expect((await library.sound("e1"))?.blob.size).toBe(3);
  });

  it("with more values than the page could hold loses those alone, and says so", async () => {
    const bounds = { kept: 300, parsed: 20_000 };
    const files = {
      take: (of: Parameters<typeof readFiles>[0]) => readFiles(of, bounds),
      document: (of: Blob) => readDocument(of, bounds),
      close() {},
    };
    async function takeWith(answer: string) {
      const library = openTestLibrary();
      const isOne = (name: string) => name.includes("one") && name.endsWith("answer.json");
      const file = await repack(await two(), (name, content) => [name, isOne(name) ? answer : content]);
      const report = await unzipTakes(file, library, { now: 2_000_000, signal: never, files });
      const problems = report.skipped.map(({ problem }) => problem);
      return { added: report.added, problems, details: await library.details("e1") };
    }
    const lists = (count: number) => JSON.stringify(Array.from({ length: count }, () => []));
    const large = await takeWith(`{"timestamps":${lists(300)},"headers":[["x-a","b"]]}`);
    expect(large).toMatchObject({ added: 2, problems: ["too_large"], details: { headers: [["x-a", "b"]] } });
    expect(large.details?.timestamps).toBeUndefined();
    // So many that to read them would be too much; the same signs within a text are no values.
    const dense = await takeWith(`{"timestamps":${lists(20_000)},"headers":[["x-a","b"]]}`);
    expect(dense).toMatchObject({ added: 2, problems: ["too_large"] });
    expect(dense.details?.headers).toBeUndefined();
    const text = '\\",{['.repeat(20_000);
    expect(await takeWith(JSON.stringify({ timestamps: text }))).toMatchObject({
      problems: [],
      details: { timestamps: text },
    });
    const deep = await takeWith(`{"timestamps":${"[".repeat(5_000)}${"]".repeat(5_000)}}`);
    expect(deep).toMatchObject({ added: 2, problems: ["damaged"] });
  });

  it("leads nowhere: paths stay names, and no address is taken over", async () => {
    const evil = await repack(await two(), (name, content) => {
      if (name.includes("one") && name.endsWith("take.json"))
        return [name, JSON.stringify({ ...JSON.parse(content), sound: "remote", deleted: 1, owner: "x" })];
      if (name.includes("one") && name.endsWith("answer.json")) {
        const task = { id: "task_1", status: "completed", content: "https://evil.example/x.wav" };
        return [name, JSON.stringify({ ...JSON.parse(content), task })];
      }
      return name.includes("two") ? [name.replace("takes/", "takes/../../"), content] : [name, content];
    });
    const library = openTestLibrary();
    const report = await take(evil, library);
    expect(report.added).toBe(1);
    expect(report.skipped.every(({ problem }) => problem === "unknown")).toBe(true);
    expect(library.row("e1")).toMatchObject({ sound: "none" });
    expect(JSON.stringify(library.getSnapshot())).not.toContain("evil");
  });

  it("brings no text without an end into the rows, all of which the page holds", async () => {
    const endless = "x".repeat(1_000_000);
    const strange = await repack(await two(), (name, content) => {
      if (!name.endsWith("take.json")) return [name, content];
      const heard = { text: endless, recogniser: endless };
      const voices = Array.from({ length: 1_000 }, () => endless.slice(0, 1_000));
      return [name, JSON.stringify({ ...JSON.parse(content), model: endless, engine: endless, heard, voices })];
    });
    const library = openTestLibrary();
    expect(await take(strange, library)).toMatchObject({ added: 2 });
    const [row] = library.getSnapshot().rows;
    expect(row?.model).toMatch(/^x+$/);
    expect(JSON.stringify(row).length).toBeLessThan(300_000);
  });

  it.each([
    "/v1/audio/speech/tasks?x=$(touch$\u007bIFS}owned)",
    "@127.0.0.1:4369/v1/audio/speech",
    ".evil.example/v1/audio/speech",
    "/v1/audio/speech/tasks",
  ])("whose take would send the key to %s is taken without that take, which is named", async (path) => {
    const evil = await repack(await two(), (name, content) => [
      name,
      name.includes("one") && name.endsWith("request.json")
        ? JSON.stringify({ ...JSON.parse(content), path })
        : content,
    ]);
    const library = openTestLibrary();
    expect(await take(evil, library)).toMatchObject({ added: 1, skipped: [{ problem: "undocumented_address" }] });
    expect(library.getSnapshot().rows.map(({ id }) => id)).toEqual(["e2"]);
  });

  it("brings back a take over a WebSocket whose model's long name looks like a secret", async () => {
    const library = openTestLibrary();
    const path = "/v1/audio/speech/websocket?model=streamspeech-v8-2026-11-22-preview";
    await addTake(library, "f1", { transport: "websocket" }, { request: { endpoint: "websocket", path, body: "{}" } });
    const other = openTestLibrary();
    expect(await take(await zip(library), other)).toEqual({ added: 1, known: 0, skipped: [] });
    expect((await other.details("f1"))?.request.path).toBe(path);
  });

  it("that is none, or of something else, or of a later version, is said to be that", async () => {
    const library = openTestLibrary();
    await expect(take(new Blob(["no zip at all"]), library)).rejects.toMatchObject({ problem: "not_a_zip" });
    const sink = createBlobSink();
    const writer = new ZipWriter(sink.writable, { useWebWorkers: false });
    await writer.add("readme.txt", new TextReader("hello"));
    await writer.close();
    await expect(take(sink.blob("application/zip"), library)).rejects.toMatchObject({ problem: "not_ours" });
    const newer = await repack(await two(), (name, content) => [
      name,
      name === "manifest.json" ? content.replace('"version": 1', '"version": 2') : content,
    ]);
    await expect(take(newer, library)).rejects.toMatchObject({ problem: "newer" });
    const without = await repack(await two(), (name, content) =>
      name === "manifest.json" ? undefined : [name, content],
    );
    expect(await take(without, library)).toMatchObject({ added: 2, skipped: [{ name: "manifest.json" }] });
  });
});
