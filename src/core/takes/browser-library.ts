import { createScope } from "../../audio/base/scope.ts";
import { createTakeLibrary, type TakeLibrary } from "./library.ts";
import { type Channel, createPresence } from "./presence.ts";
import { randomText } from "./take-id.ts";

/** The name of the page's database, and of the channel on which its tabs tell each other about changes. */
export const libraryName = "speech-playground";

/**
 * The take library on what this browser has. Each part may be missing: storage is refused in some private windows, and
 * locks and storage figures are for secure contexts only.
 */
export function createBrowserLibrary(name = libraryName): TakeLibrary {
  const channel = openChannel(name);
  const presence = createPresence(
    randomText((array) => crypto.getRandomValues(array)),
    browserLocks(),
    channel,
    createScope(),
  );
  return createTakeLibrary({
    openDatabase: hasStorage()
      ? async (events) => (await import("./database.ts")).openDatabase(name, events)
      : undefined,
    presence,
    channel,
    wallClock: () => Date.now(),
    estimate: "storage" in navigator ? () => navigator.storage.estimate() : undefined,
  });
}

/** Whether everything was deleted for good: until this page goes, it keeps nothing more. */
let keepsNothing = false;

/** Has this page open no storage any more, whatever it has still to write. */
export function keepNothingMore(): void {
  keepsNothing = true;
}

/** The origin's locks; undefined outside of a secure context. */
export function browserLocks(): LockManager | undefined {
  return "locks" in navigator ? navigator.locks : undefined;
}

/** Whether there is a database. Even looking at it is forbidden in some settings. */
export function hasStorage(): boolean {
  if (keepsNothing) return false;
  try {
    return "indexedDB" in globalThis && globalThis.indexedDB != null;
  } catch {
    return false;
  }
}

/** A channel between the tabs of the playground; one that nobody hears where the browser has none, or refuses it. */
export function openChannel(name: string): Channel & { close(): void } {
  try {
    const channel = new BroadcastChannel(name);
    return {
      post: (message) => channel.postMessage(message),
      listen: (listener) => channel.addEventListener("message", ({ data }) => listener(data)),
      close: () => channel.close(),
    };
  } catch {
    return { post: () => {}, listen: () => {}, close: () => {} };
  }
}
