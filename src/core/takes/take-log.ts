import type { RequestEvent } from "../../api/request-events.ts";
import type { Observable } from "../../audio/base/store.ts";
import type { TakeDetails, TakeLogEntry } from "./take.ts";

/**
 * So many entries are kept one by one, and so many characters of text in them. What comes beyond that is counted with
 * the last one of its kind.
 */
const [mostEntries, mostText] = [4_000, 2_000_000];

/** What happens to one request, gathered as it happens. Its value is everything so far. */
export interface TakeLog extends Observable<TakeDetails["log"]> {
  append(event: RequestEvent): void;
}

/** Whether a request left, by what is kept of it: a person may stop it before. */
export function wasSent({ entries }: TakeDetails["log"]): boolean {
  return entries.some(({ type }) => type === "sent");
}

/** A log whose times count from `started`, in milliseconds on the clock of the events. */
export function createTakeLog(started: number): TakeLog {
  const entries: TakeLogEntry[] = [];
  const listeners = new Set<() => void>();
  /** Copied when it is asked for: events come faster than anybody looks. */
  let copy: TakeDetails["log"] | undefined;
  let characters = 0;
  /** How many of each kind came for the request that is under way, and where the last one stands. */
  const kinds = new Map<string, readonly [count: number, at: number]>();
  /** Where something came for that request that nothing before was like: what follows isn't counted with those. */
  let turn = 0;

  return {
    append(event) {
      const entry = toEntry(event, started);
      const { type, direction, kind, is, text = "" } = entry;
      // What comes for one part of a take is no other part's.
      if (type === "sent") kinds.clear();
      const what = [type, direction, kind, is].join();
      const [count, last] = kinds.get(what) ?? [0, -1];
      characters += String(text).length;
      const isFull = entries.length >= mostEntries || (text !== "" && characters > mostText);
      // Two of each kind are kept in any case: of some, the second is one too many.
      const at = isFull && count > 1 && last >= turn ? last : entries.length;
      if (count === 0) turn = at;
      const first = entries[at];
      kinds.set(what, [count + 1, at]);
      const size = type === "chunk" ? "bytes" : "size";
      entries[at] =
        first === undefined
          ? entry
          : {
              ...first,
              [size]: Number(first[size]) + Number(entry[size]),
              count: Number(first["count"] ?? 1) + 1,
              lasted: entry.at - first.at,
            };
      copy = undefined;
      for (const listener of [...listeners]) listener();
    },
    getSnapshot() {
      copy ??= { entries: [...entries], dropped: 0 };
      return copy;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Without what stands elsewhere in the take already: the request's body, the answer's headers and body. */
function toEntry(event: RequestEvent, started: number): TakeLogEntry {
  const at = event.at - started;
  switch (event.type) {
    case "sent":
      return { at, type: event.type };
    case "body":
      return { at, type: event.type, bytes: event.size };
    case "headers":
      return { at, type: event.type, status: event.status };
    case "failed":
      return {
        at,
        type: event.type,
        message: event.error instanceof Error ? event.error.message : String(event.error),
      };
    default:
      return { ...event, at };
  }
}
