import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { AudioFormat } from "../../audio/base/format.ts";
import { createRecorder } from "../../audio/players/recorder.ts";
import { wait } from "../page/wait.ts";
import { openingPatience } from "../takes/library.ts";

export interface KeptSample {
  readonly format: AudioFormat;
  readonly bytes: ArrayBuffer;
}

/** Where voice samples are kept for good. Neither of the two ever fails: what can't be kept is fetched again. */
export interface SampleCache {
  read(key: string): Promise<KeptSample | undefined>;
  write(key: string, sample: KeptSample): Promise<void>;
}

interface SampleSchema extends DBSchema {
  samples: { key: string; value: KeptSample };
}

export const sampleCacheName = "speech-playground-samples";

/**
 * A cache in the browser's database, and in memory besides: where there is no database, or none that may be used,
 * samples last as long as the page. IndexedDB rather than the Cache API, because that one is missing over plain http.
 */
export function createSampleCache(name = sampleCacheName): SampleCache {
  const memory = new Map<string, KeptSample>();
  let database: IDBPDatabase<SampleSchema> | undefined;
  const known = new AbortController();
  /** Also when the browser has closed it, as Safari does to a page that slept: else all is fetched, and paid, again. */
  const connect = (): Promise<void> =>
    open(name, connect).then(
      (opened) => {
        database = opened;
      },
      () => undefined,
    );
  connect().finally(() => known.abort());
  /** Settles once there is a database or none, or where it doesn't answer: then it is used as soon as it does. */
  const inTime = wait(openingPatience, known.signal);
  return {
    async read(key) {
      const held = memory.get(key);
      if (held !== undefined) return held;
      try {
        await inTime;
        return await database?.get("samples", key);
      } catch {
        return undefined;
      }
    },
    async write(key, sample) {
      memory.set(key, sample);
      try {
        await inTime;
        await database?.put("samples", sample, key);
      } catch {
        // Full or closed: memory holds it as long as the page lasts.
      }
    },
  };
}

/** Whether a sample holds sound, as far as its bytes tell. */
export function isSound({ format, bytes }: KeptSample): boolean {
  const recorder = createRecorder(format);
  recorder.append(new Uint8Array(bytes));
  return recorder.facts().noise !== true;
}

async function open(name: string, onLost: () => void): Promise<IDBPDatabase<SampleSchema>> {
  const database = await openDB<SampleSchema>(name, 2, {
    async upgrade(made, before, _, transaction) {
      if (before === 0) return void made.createObjectStore("samples");
      // In the first version what was no sound was kept as well.
      let cursor = await transaction.objectStore("samples").openCursor();
      while (cursor !== null) {
        if (!isSound(cursor.value)) await cursor.delete();
        cursor = await cursor.continue();
      }
    },
    // Whoever deletes it needn't wait for this page.
    blocking: () => database.close(),
    terminated: onLost,
  });
  return database;
}
