import { IDBFactory } from "fake-indexeddb";
import { describe, expect, it, vi } from "vitest";
import { ServiceUnreachableError } from "../../../api/errors.ts";
import type { RecordingClient } from "../../../api/recording-client.ts";
import { createBrowserRecords } from "../../../core/takes/browser-records.ts";
import { createOwnRecordings, ownRecordingSchema, presenceKey } from "./own-recordings.ts";

const wav = new Blob(["sound"], { type: "audio/wav" });
const addressOf = (end: number, letter: string) =>
  `https://speak.example.com/references/own-${end}-${letter.repeat(32)}.wav`;

/** Own recordings of one browser, at a server that takes everything unless told otherwise. */
function create(changes: Partial<RecordingClient> = {}, name: string = crypto.randomUUID()) {
  vi.stubGlobal("indexedDB", new IDBFactory());
  const removed: string[] = [];
  const known = new Map<string, unknown>();
  let given = 0;
  const client: RecordingClient = {
    give: async () => ({ address: addressOf(4_600, "abc"[given++] ?? "d"), end: 4_600_000 }),
    remove: async (address) => void removed.push(address),
    isThere: async () => true,
    ...changes,
  };
  const records = createBrowserRecords("recordings", ownRecordingSchema, name);
  const own = createOwnRecordings(
    {
      client: { recordings: async () => client },
      serviceName: () => undefined,
      wallClock: () => 1_000_000,
      queries: {
        setQueryData: (key: readonly unknown[], value: unknown) => void known.set(String(key), value),
      } as never,
    },
    records,
  );
  const kept = () => records.getSnapshot().records;
  return { own, records, kept, removed, known };
}

const made = { name: "voice.m4a", seconds: 6, wav };

describe("own recordings", () => {
  it("are written down before they are given, so that a refusal loses nothing", async () => {
    const refusal = new ServiceUnreachableError(undefined);
    const { own, kept } = create({ give: () => Promise.reject(refusal) });
    const recording = own.keep(made);
    await expect(own.give(recording)).rejects.toBe(refusal);
    expect(kept()).toEqual([{ ...made, id: recording.id, created: 1_000_000, addresses: [] }]);
  });

  it("are known by every address that they had, and there by the latest one", async () => {
    const { own, kept, known } = create();
    const first = await own.give(own.keep(made));
    const [recording] = kept();
    if (recording === undefined) throw new Error("Nothing is kept.");
    const second = await own.give(recording);
    expect(kept()[0]?.addresses).toEqual([first, second]);
    await own.takeBack(second ?? "");
    expect([first, second].map((each = "") => known.get(String(presenceKey(each))))).toEqual([true, false]);
  });

  it("given twice at once have both addresses; deleted on their way, they stay so, on the server too", async () => {
    const { own, kept, removed } = create();
    const recording = own.keep(made);
    const both = await Promise.all([own.give(recording), own.give(recording)]);
    expect(kept()[0]?.addresses).toEqual(both);
    const late = own.give(recording);
    own.forget(recording);
    expect(await late).toBeUndefined();
    expect(kept()).toEqual([]);
    await expect.poll(() => removed).toEqual([addressOf(4_600, "c")]);
  });

  it("are deleted here and, while it has them, on the server", async () => {
    const { own, kept, removed } = create();
    const recording = own.keep(made);
    own.forget({ ...recording, addresses: [addressOf(900, "x"), addressOf(4_600, "y")] });
    expect(kept()).toEqual([]);
    await expect.poll(() => removed).toEqual([addressOf(4_600, "y")]);
  });
});
