import { type DBSchema, openDB } from "idb";
import type { AudioFormat } from "../../audio/base/format.ts";

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
  const opened = open(name).catch(() => undefined);
  return {
    async read(key) {
      const held = memory.get(key);
      if (held !== undefined) return held;
      try {
        return await (await opened)?.get("samples", key);
      } catch {
        return undefined;
      }
    },
    async write(key, sample) {
      memory.set(key, sample);
      try {
        await (await opened)?.put("samples", sample, key);
      } catch {
        // Full or closed: memory holds it as long as the page lasts.
      }
    },
  };
}

async function open(name: string) {
  return openDB<SampleSchema>(name, 1, {
    upgrade: (database) => void database.createObjectStore("samples"),
  });
}
