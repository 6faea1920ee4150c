import { ownScript } from "../../audio/base/own-script.ts";
import type { TakeLibrary } from "../takes/library.ts";

/** The service worker that the build puts beside the page. */
const workerPath = "/offline.js";

/**
 * Has the browser keep the page itself, so that it opens without a connection, as soon as there is a take that one
 * could want to hear then; and its typeface, for the next visit. Before that they would only stand in the way of the
 * first sound.
 *
 * @param workers the browser's service workers; undefined where it has none, as over plain http from another machine
 * @param storage where is noted that the typeface is kept
 */
export function keepPage(
  library: Pick<TakeLibrary, "subscribe" | "getSnapshot">,
  workers: Pick<ServiceWorkerContainer, "register"> | undefined,
  storage: Pick<Storage, "getItem" | "setItem"> | undefined,
): void {
  let done = false;
  const look = (): void => {
    if (done || !library.getSnapshot().rows.some(({ status }) => status === "complete")) return;
    done = true;
    unsubscribe();
    // Refused in some private windows: the page then needs its server each time, as before.
    workers?.register(ownScript(workerPath)).catch(() => undefined);
    import("../../kit/typeface.ts").then(
      ({ keepTypeface }) => keepTypeface(storage, (path, init) => fetch(path, init)),
      () => undefined,
    );
  };
  const unsubscribe = library.subscribe(look);
  look();
}
