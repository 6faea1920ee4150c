import type { Playground } from "../../core/page/playground.ts";
import { settingsKey } from "../../core/page/settings.ts";
import { keepNothingMore, libraryName } from "../../core/takes/browser-library.ts";
import { sampleCacheName } from "../../core/voices/sample-cache.ts";

/** What keeps things for this page's address. */
export interface BrowserPlaces {
  readonly databases: Pick<IDBFactory, "deleteDatabase">;
  readonly storages: readonly (Storage | undefined)[];
}

/**
 * Deletes everything that this browser keeps of the playground: takes with their sounds, programmes, cases, batches,
 * texts and settings. The page shows what it held until it is opened anew. Never rejects.
 */
export async function forgetAll(
  { library, takes, tabStorage }: Pick<Playground, "library" | "takes" | "tabStorage">,
  { databases, storages }: BrowserPlaces,
): Promise<void> {
  takes.getState().release([...takes.getState().live.keys()]);
  library.dispose();
  keepNothingMore();
  await Promise.all([libraryName, sampleCacheName].map((name) => deleted(databases, name)));
  const emptyAll = (): void => storages.forEach(empty);
  emptyAll();
  // Some of it is written once more when the page goes, before this.
  tabStorage.onLeave(emptyAll);
}

/** Resolves when a database is gone, or goes as soon as the last page lets go of it. */
function deleted(databases: BrowserPlaces["databases"], name: string): Promise<void> {
  return new Promise((resolve) => {
    try {
      const request = databases.deleteDatabase(name);
      request.onsuccess = () => resolve();
      request.onerror = () => resolve();
      request.onblocked = () => resolve();
    } catch {
      // There is none.
      resolve();
    }
  });
}

/** Every key of the page's begins with the name of its settings. */
function empty(storage: Storage | undefined): void {
  try {
    for (const key of Object.keys(storage ?? {})) if (key.startsWith(settingsKey)) storage?.removeItem(key);
  } catch {
    // Forbidden: nothing was kept.
  }
}
