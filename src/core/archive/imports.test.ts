import { BlobReader, ZipWriter } from "@zip.js/zip.js/lib/zip-core-native.js";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { boardOf } from "../page/board.ts";
import { createFakeService, createTestPlayground } from "../page/fake-service.fixture.ts";
import { programmeName } from "../programme/programme-name.ts";
import { openTestLibrary, takeDetails, takeRow } from "../takes/library.fixture.ts";
import type { TakeLibrary } from "../takes/library.ts";
import { createBlobSink } from "./blob-sink.ts";
import { asksBefore } from "./import-file.ts";
import { importsOf } from "./imports.ts";
import { leavingTake, takeFiles, writeJson, writeTake } from "./take-files.ts";
import { manifestFormat } from "./zip-takes.ts";

/** A zip of takes whose sounds are `bytes` of silence, which packs well. */
async function zipOf(ids: readonly string[], bytes: number, programme?: string): Promise<File> {
  const sink = createBlobSink();
  const writer = new ZipWriter(sink.writable, { useWebWorkers: false });
  const add = (name: string, content: BlobPart) => writer.add(name, new BlobReader(new Blob([content])), { level: 6 });
  for (const id of ids) {
    const row = takeRow(id, { status: "complete", sound: "whole", format: { codec: "mp3" } });
    const files = writeTake(leavingTake(row, takeDetails(id)));
    for (const key of ["take", "request", "answer", "times"] as const)
      await add(`takes/${id}/${takeFiles[key]}`, writeJson(files[key]));
    await add(`takes/${id}/sound.mp3`, new Uint8Array(bytes));
  }
  if (programme !== undefined) await add(programmeName, programme);
  await add("manifest.json", JSON.stringify({ format: manifestFormat, version: 1 }));
  await writer.close();
  return new File([sink.blob("application/zip")], "takes.zip");
}

function openImports(library: TakeLibrary = openTestLibrary()) {
  const playground = createTestPlayground(createFakeService().client, library);
  const store = importsOf(playground);
  const until = (status: string) => vi.waitUntil(() => store.getState().state.status === status, { timeout: 60_000 });
  return { playground, store, library, until };
}

describe("a small file that becomes a large one", () => {
  it("is asked about first, with takes and size; until then nothing is written, and no is no", async () => {
    const file = await zipOf(["a", "b"], 6_000_000);
    expect(file.size).toBeLessThan(100_000);
    const { store, library, until } = openImports();
    const ended = store.getState().start(file);
    await until("asking");
    const { state } = store.getState();
    expect(state).toMatchObject({ name: "takes.zip", size: { takes: 2, packed: file.size } });
    if (state.status === "asking") expect(state.size.bytes).toBeGreaterThanOrEqual(12_000_000);
    expect(library.getSnapshot().rows).toEqual([]);
    store.getState().stop();
    await ended;
    expect(store.getState().state).toEqual({ status: "idle" });
    expect(library.getSnapshot().rows).toEqual([]);
  });

  it("is taken in once somebody agrees", async () => {
    const { store, library, until } = openImports();
    const ended = store.getState().start(await zipOf(["a", "b"], 6_000_000));
    await until("asking");
    store.getState().agree();
    await ended;
    expect(store.getState().state).toMatchObject({ status: "done", stopped: false, report: { added: 2, skipped: [] } });
    expect(library.getSnapshot().rows).toHaveLength(2);
  });

  it("is asked about for its takes, its size, its ratio, or the room that is left; an ordinary one isn't", () => {
    const ordinary = { takes: 100, bytes: 50_000_000, packed: 45_000_000 };
    expect(asksBefore(ordinary, undefined)).toBe(false);
    expect(asksBefore(ordinary, 1_000_000_000)).toBe(false);
    expect(asksBefore(ordinary, 150_000_000)).toBe(true);
    expect(asksBefore({ ...ordinary, takes: 1_001 }, undefined)).toBe(true);
    expect(asksBefore({ ...ordinary, bytes: 100_000_001 }, undefined)).toBe(true);
    expect(asksBefore({ takes: 1, bytes: 900_000_000, packed: 877_000 }, undefined)).toBe(true);
    expect(asksBefore({ takes: 1, bytes: 11_000_000, packed: 500_000 }, undefined)).toBe(true);
  });
});

describe("an import that is stopped", () => {
  it("keeps each take that had come, whole, and says how many; the file again adds the others", async () => {
    const library = openTestLibrary();
    const { store } = openImports(library);
    const file = await zipOf(["a", "b", "c"], 1_000);
    const stop = library.subscribe(() => {
      if (library.getSnapshot().rows.length === 2) store.getState().stop();
    });
    await store.getState().start(file);
    stop();
    const kept = library.getSnapshot().rows.map(({ id }) => id);
    expect(store.getState().state).toMatchObject({ status: "done", stopped: true, report: { added: kept.length } });
    expect(kept.length).toBeLessThan(3);
    for (const id of kept) expect((await library.sound(id))?.blob.size).toBe(1_000);
    await store.getState().start(file);
    expect(store.getState().state).toMatchObject({ report: { added: 3 - kept.length, known: kept.length } });
  });
});

it("isn't taken in while another file is, which the board says", async () => {
  const { playground, store, until } = openImports();
  const ended = store.getState().start(await zipOf(["a", "b"], 6_000_000));
  await until("asking");
  await store.getState().start(await zipOf(["c"], 1));
  expect(boardOf(playground).getState().notDone).toBe("importing");
  store.getState().agree();
  await ended;
  expect(store.getState().state).toMatchObject({ status: "done", report: { added: 2 } });
});

it("is ended while it waits for a storage that is blocked", async () => {
  const { store, until } = openImports(
    openTestLibrary({
      openDatabase({ onBlocked }) {
        onBlocked();
        return new Promise(() => {});
      },
    }),
  );
  const ended = store.getState().start(await zipOf(["a"], 1_000));
  await until("running");
  store.getState().stop();
  await ended;
  expect(store.getState().state).toMatchObject({ status: "done", stopped: true, report: { added: 0 } });
});

it("a programme of a newer version is said to be newer, a damaged one damaged; its takes are there", async () => {
  for (const [programme, problem] of [
    ['{"format":"speech-playground-programme","version":99,"items":[]}', "newer"],
    ["[]", "damaged"],
  ]) {
    const { store } = openImports();
    await store.getState().start(await zipOf(["a"], 1_000, programme));
    const report = { added: 1, skipped: [{ name: programmeName, problem }] };
    expect(store.getState().state).toMatchObject({ status: "done", report });
  }
});

describe("an import that fails", () => {
  it("at the programme alone, because a part of the page didn't load, has taken its takes and says so", async () => {
    const { store, library } = openImports();
    vi.doMock("../programme/programme-file.ts", () => {
      throw new Error("Failed to fetch dynamically imported module");
    });
    await store.getState().start(await zipOf(["a"], 1_000, "[]"));
    vi.doUnmock("../programme/programme-file.ts");
    const report = { added: 1, skipped: [{ name: programmeName, problem: "part_missing" }] };
    expect(store.getState().state).toMatchObject({ status: "done", report });
    expect(library.getSnapshot().rows).toHaveLength(1);
  });

  it("isn't said to be no zip where a part of the page didn't load, or the file is gone", async () => {
    const { store } = openImports();
    await store.getState().start(new File(["no zip at all"], "a.zip"));
    expect(store.getState().state).toMatchObject({ status: "failed", problem: "not_a_zip" });
    const gone = new File(["PK"], "a.zip");
    gone.slice = () => {
      throw new DOMException("It was moved.", "NotReadableError");
    };
    await store.getState().start(gone);
    expect(store.getState().state).toMatchObject({ status: "failed", problem: "unreadable" });
    onTestFinished(() => vi.doUnmock("./import-file.ts"));
    vi.doMock("./import-file.ts", () => {
      throw new Error("Failed to fetch dynamically imported module");
    });
    await store.getState().start(new File(["PK"], "a.zip"));
    expect(store.getState().state).toMatchObject({ status: "failed", problem: "part_missing" });
  });
});
