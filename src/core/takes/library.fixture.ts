import { createTakeLibrary, type LibraryOptions, type TakeLibrary } from "./library.ts";
import type { Channel } from "./presence.ts";
import type { TakeDetails, TakeRow, TakeSound } from "./take.ts";

/** A take as it is written before its request leaves. */
export function takeRow(id: string, changes: Partial<TakeRow> = {}): TakeRow {
  return {
    id,
    created: 1_000,
    status: "submitting",
    model: "streamspeech-v8",
    mode: "stream",
    transport: "http",
    voice: "Autumn",
    excerpt: "The night train leaves at ten.",
    characters: 30,
    starred: false,
    name: "",
    note: "",
    times: {},
    sound: "none",
    ...changes,
  };
}

/** The details that belong to {@link takeRow}. */
export function takeDetails(id: string, changes: Partial<TakeDetails> = {}): TakeDetails {
  const text = "The night train leaves at ten.";
  return {
    id,
    form: { model: "streamspeech-v8", mode: "stream", transport: "http", values: { voice: "Autumn" }, text },
    request: { endpoint: "speech", path: "/v1/audio/speech", body: '{"model":"streamspeech-v8"}' },
    log: { entries: [], dropped: 0 },
    words: [],
    ...changes,
  };
}

/** A sound of `bytes` zeros. */
export function takeSound(id: string, bytes = 1_000): TakeSound {
  const blob = new Blob([new Uint8Array(bytes)], { type: "audio/mpeg" });
  return { id, format: { codec: "mp3" }, facts: { bytes, duration: 1 }, blob };
}

/** Channels between pages of one test: what one posts, all others hear. */
export function createChannels(): () => Channel {
  const pages: ((message: unknown) => void)[][] = [];
  return () => {
    const own: ((message: unknown) => void)[] = [];
    pages.push(own);
    return {
      post(message) {
        for (const listeners of pages) if (listeners !== own) for (const listener of listeners) listener(message);
      },
      listen: (listener) => own.push(listener),
    };
  };
}

/** A page's library: alone in the world unless `options` say otherwise. */
export function openTestLibrary(options: Partial<LibraryOptions> = {}): TakeLibrary {
  const library = createTakeLibrary({
    openDatabase: undefined,
    presence: { self: "this page", isThere: async (owner) => owner === "this page" },
    channel: createChannels()(),
    wallClock: () => 1_000_000,
    ...options,
  });
  library.open();
  return library;
}
