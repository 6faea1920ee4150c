import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { expect, onTestFinished, test } from "vitest";
import { catalogue } from "./catalogue.ts";
import { type InstallOptions, install } from "./install.ts";
import { pack, tinyArchives } from "./release.fixture.ts";

const unpackingFile = new URL("../../../dist/programs/unpacking-worker.js", import.meta.url);
const entry = catalogue.find(({ name }) => name === "sherpa-onnx-zipvoice-distill-int8-zh-en-emilia");
const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** Asks the releases themselves, as far as they answer here. */
async function installFrom(answers: Readonly<Record<string, string | ReadableStream>>, place?: string) {
  if (entry === undefined) throw new Error("the catalogue has no such model");
  const made = await mkdtemp(join(tmpdir(), "voices-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  const folder = place ?? made;
  const asked: string[] = [];
  const options = {
    folder,
    fetch: async (address: Parameters<typeof fetch>[0], init?: RequestInit) => {
      asked.push(String(address));
      // None of them has more than what a download was broken off with.
      if (new Headers(init?.headers).has("range")) return new Response("", { status: 416 });
      const answer = Object.entries(answers).find(([end]) => String(address).endsWith(end))?.[1];
      return new Response(answer ?? "", { status: answer === undefined ? 404 : 200 });
    },
    unpackingFile,
    onProgress: () => undefined,
    tryOut: async () => undefined,
  };
  const failure = await install(entry, options).catch((error: unknown) => String(error));
  return { failure, asked, kept: await readdir(folder).catch(() => []) };
}

const archive = "sherpa-onnx-zipvoice-distill-int8-zh-en-emilia.tar.bz2";
const listing = (digest: string | null) => JSON.stringify({ assets: [{ name: "vocos_24khz.onnx", digest }] });
const answers = {
  [archive]: "archive",
  "tts-models/checksum.txt": `${archive}\t${digestOf("archive")}\n`,
  "vocos_24khz.onnx": "vocoder",
};

test("each file is asked of its own release, and checked by what GitHub tells where that has no list", async () => {
  const { failure, asked, kept } = await installFrom({
    ...answers,
    "tags/vocoder-models": listing(`sha256:${digestOf("vocoder")}`),
  });
  const releases = "https://github.com/k2-fsa/sherpa-onnx/releases/download/";
  expect(asked).toEqual([
    `${releases}tts-models/${archive}`,
    `${releases}tts-models/checksum.txt`,
    `${releases}vocoder-models/vocos_24khz.onnx`,
    `${releases}vocoder-models/checksum.txt`,
    "https://api.github.com/repos/k2-fsa/sherpa-onnx/releases/tags/vocoder-models",
  ]);
  // Both are as they should be, but the archive here is none.
  expect(failure).toContain("could not be installed");
  expect(kept).toContain("vocos_24khz.onnx.part");
});

test("a list in the order of sha256sum is read, too", async () => {
  const list = `${digestOf("other")}  another.tar.bz2\n${digestOf("archive").toUpperCase()}  ${archive}\n`;
  const told = { "tags/vocoder-models": listing(`sha256:${digestOf("vocoder")}`) };
  const { failure } = await installFrom({ ...answers, ...told, "tts-models/checksum.txt": list });
  // Past its digest: the archive here is none.
  expect(failure).toContain("could not be installed");
});

test("what isn't as GitHub tells is thrown away", async () => {
  const { failure, kept } = await installFrom({
    ...answers,
    "tags/vocoder-models": listing(`sha256:${digestOf("other")}`),
  });
  expect(failure).toBe("InstallError: vocos_24khz.onnx isn't what the release says, and was thrown away: try again.");
  expect(kept).not.toContain("vocos_24khz.onnx.part");
});

test("what isn't a part of what is there now is thrown away, and all of it downloaded", async () => {
  const folder = await mkdtemp(join(tmpdir(), "voices-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, `${archive}.part`), "more than the archive has");
  await writeFile(join(folder, `${archive}.part.etag`), '"older"');
  const told = { ...answers, "tags/vocoder-models": listing(`sha256:${digestOf("vocoder")}`) };
  const { failure, asked } = await installFrom(told, folder);
  expect(asked.filter((address) => address.endsWith(archive))).toHaveLength(2);
  // What came then is as the release says, and no archive.
  expect(failure).toContain("could not be installed");
  expect(await readFile(join(folder, `${archive}.part`), "utf8")).toBe("archive");
});

test("a folder that takes no model is told as one, since the same command would fail again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "voices-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "file"), "");
  for (const [place, code] of [
    ["file", "EEXIST"],
    ["file/below", "ENOTDIR"],
  ] as const) {
    const { failure } = await installFrom({}, join(folder, place));
    const told = `InstallError: ${entry?.name} can't be put into ${join(folder, place)} (${code}): make that a folder`;
    expect(failure).toContain(told);
    expect(failure).toContain("SERVICE_VOICES_DIR");
  }
});

test.each([
  ["null", listing(null)],
  ["no list", "{}"],
  ["no answer", undefined],
] as const)("nothing unchecked is taken: %s", async (_, told) => {
  const { failure } = await installFrom({ ...answers, ...(told === undefined ? {} : { "tags/vocoder-models": told }) });
  expect(failure).toMatch(/releases\/tags\/vocoder-models has no SHA-256 of vocos_24khz\.onnx\.$/);
});

test.each([
  ["tts-models/checksum.txt", /tts-models\/checksum\.txt has no SHA-256/],
  ["tags/vocoder-models", /could not be installed/],
])("a list is read as far as one is long: %s", async (address, expected) => {
  let megabytes = 0;
  const long = new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(2 ** 20));
      if (++megabytes === 64) controller.close();
    },
  });
  expect((await installFrom({ ...answers, [address]: long })).failure).toMatch(expected);
  expect(megabytes).toBeLessThan(16);
});

/** Installs a tiny model whose archive takes seconds to unpack, from a file of this machine. */
async function installLargeArchive(more: Pick<InstallOptions, "onStep" | "signal">) {
  const kitten = catalogue.find(({ family }) => family === "kitten");
  if (kitten === undefined) throw new Error("the catalogue has no such model");
  const work = await mkdtemp(join(tmpdir(), "voices-"));
  onTestFinished(() => rm(work, { recursive: true, force: true }));
  await tinyArchives(work, [kitten]);
  await writeFile(join(work, kitten.name, "noise.bin"), randomBytes(2_000_000));
  const [archive, folder] = [join(work, "large.tar.bz2"), join(work, "folder")];
  await writeFile(archive, await pack(work, kitten.name));
  const installed = install(kitten, {
    folder,
    from: [archive],
    fetch: async () => {
      throw new Error("no internet");
    },
    unpackingFile,
    onProgress: () => undefined,
    tryOut: async () => undefined,
    ...more,
  });
  return { kitten, folder, installed };
}

test("whoever unpacks a large archive is free for other work meanwhile", async () => {
  let before = performance.eventLoopUtilization();
  let busy = 1;
  const onStep: InstallOptions["onStep"] = (step) => {
    if (step === "unpacking") before = performance.eventLoopUtilization();
    else if (step === "speaking") busy = performance.eventLoopUtilization(before).utilization;
  };
  const { kitten, folder, installed } = await installLargeArchive({ onStep });
  await installed;
  expect(await readdir(join(folder, kitten.name))).toContain("noise.bin");
  expect(busy).toBeLessThan(0.5);
});

test("unpacking ends when nobody wants it any more, and leaves nothing behind", async () => {
  const left = new AbortController();
  const onStep: InstallOptions["onStep"] = (step) => {
    if (step === "unpacking") setImmediate(() => left.abort(new Error("I left.")));
  };
  const { folder, installed } = await installLargeArchive({ onStep, signal: left.signal });
  await expect(installed).rejects.toThrow("I left.");
  expect(await readdir(folder)).toEqual([]);
});
