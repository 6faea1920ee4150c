import { createPageCopy, type PageFiles } from "./page-copy.ts";

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build. */
declare const __PAGE_FILES__: PageFiles;
/** Put in by the build. */
declare const __PAGE_VERSION__: string;

const copy = createPageCopy({
  files: __PAGE_FILES__,
  version: __PAGE_VERSION__,
  caches,
  fetch: (request) => fetch(request),
  wait: (milliseconds) => new Promise((over) => setTimeout(over, milliseconds)),
});

self.addEventListener("install", (event) => {
  // What is open goes on with its own parts, so nobody needs to wait for it.
  event.waitUntil(copy.fill().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), removeWhatNobodyNeeds()]));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (new URL(request.url).origin !== self.location.origin) return;
  const way = copy.wayOf(request);
  if (way === undefined) return;
  event.respondWith(copy.answer(request, way));
  if (way === "page") event.waitUntil(removeWhatNobodyNeeds());
});

/** Older versions are kept while any page is open, since it may be one of them and its parts come late. */
async function removeWhatNobodyNeeds(): Promise<void> {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (open.length === 0) await copy.removeOthers();
}
