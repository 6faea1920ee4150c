import type { BrowserContext, Page } from "@playwright/test";

/**
 * Everything that the browser holds of the page and that a script, or somebody at the machine, could read: what it
 * shows, its storages, its databases with the bytes of their sounds, its caches, and the cookies.
 */
export async function browserData(page: Page, context: BrowserContext): Promise<string> {
  const held = await page.evaluate(async () => {
    const settled = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    /** Text of anything that a database can hold: `JSON` leaves out what lies in blobs and buffers. */
    async function textOf(value: unknown): Promise<string> {
      if (value instanceof Blob) return new TextDecoder("latin1").decode(await value.arrayBuffer());
      if (value instanceof ArrayBuffer || ArrayBuffer.isView(value)) return new TextDecoder("latin1").decode(value);
      if (typeof value !== "object" || value === null) return String(value);
      const parts = await Promise.all(
        Object.entries(value).map(async ([key, part]) => `${key}: ${await textOf(part)}`),
      );
      return parts.join("\n");
    }
    const databases: Record<string, Record<string, string>> = {};
    for (const { name = "" } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name));
      const stores: Record<string, string> = {};
      for (const store of database.objectStoreNames) {
        stores[store] = await textOf(await settled(database.transaction(store).objectStore(store).getAll()));
      }
      databases[name] = stores;
      database.close();
    }
    const cached: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        cached.push(request.url, (await (await cache.match(request))?.text()) ?? "");
      }
    }
    return {
      ...{ databases, cached, local: { ...localStorage }, session: { ...sessionStorage } },
      ...{ cookie: document.cookie, page: document.documentElement.outerHTML, address: location.href },
    };
  });
  return JSON.stringify([held, await context.cookies()], null, 1);
}
