import type { RequestEvent } from "../../api/request-events.ts";
import type { Observable } from "../../audio/base/store.ts";
import type { TakeDetails, TakeLogEntry } from "./take.ts";

/** The most that is kept of what happened to one request: entries, and characters of text in them. */
const mostEntries = 4_000;
const mostText = 2_000_000;

const endings: ReadonlySet<RequestEvent["type"]> = new Set(["end", "closed", "failed", "aborted"]);

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
  let text = 0;
  let dropped = 0;

  function changed(): void {
    copy = undefined;
    for (const listener of [...listeners]) listener();
  }

  return {
    append(event) {
      const entry = toEntry(event, started);
      const length = Object.values(entry).reduce<number>(
        (sum, value) => sum + (typeof value === "string" ? value.length : 0),
        0,
      );
      // The beginning tells the most, and how it ended always fits in.
      const ends = endings.has(event.type);
      if (!ends && (entries.length >= mostEntries || text + length > mostText)) {
        dropped++;
      } else {
        text += length;
        entries.push(entry);
      }
      changed();
    },
    getSnapshot() {
      copy ??= { entries: [...entries], dropped };
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
