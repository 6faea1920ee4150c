import type { RequestObserver } from "../../api/request-events.ts";

/** What the network did for one request, on the client's clock in milliseconds; absent until it happens. */
export interface NetworkTimes {
  readonly sent: number | undefined;
  readonly headers: number | undefined;
  /** When the body's first piece came, and its last one. */
  readonly firstByte: number | undefined;
  readonly lastByte: number | undefined;
  /** Pieces in which the body came: over a WebSocket the frames of sound. */
  readonly chunks: number;
}

/** Gathers the times of one request. */
export interface NetworkWatch {
  readonly observe: RequestObserver;
  read(): NetworkTimes;
}

const nothingYet: NetworkTimes = {
  sent: undefined,
  headers: undefined,
  firstByte: undefined,
  lastByte: undefined,
  chunks: 0,
};

/** What is read of an event, as it happens or as it was kept. */
interface NetworkEvent {
  readonly at: number;
  readonly type: string;
  readonly direction?: unknown;
  readonly kind?: unknown;
}

/** The times after one more event. */
function after(times: NetworkTimes, { at, type, direction, kind }: NetworkEvent): NetworkTimes {
  switch (type) {
    case "sent":
      return { ...times, sent: at };
    case "headers":
      return { ...times, headers: at };
    case "chunk":
      return withPiece(times, at);
    case "frame":
      return direction === "received" && kind === "binary" ? withPiece(times, at) : times;
    case "body":
      return { ...times, lastByte: at };
    default:
      return times;
  }
}

function withPiece(times: NetworkTimes, at: number): NetworkTimes {
  return { ...times, firstByte: times.firstByte ?? at, lastByte: at, chunks: times.chunks + 1 };
}

/** The times of a request of which everything is over. */
export function networkTimesOf(events: readonly NetworkEvent[]): NetworkTimes {
  return events.reduce(after, nothingYet);
}

/** A watch that has seen nothing yet, and tells `next` what it sees. */
export function createNetworkWatch(next: RequestObserver): NetworkWatch {
  let times = nothingYet;
  return {
    observe(event) {
      times = after(times, event);
      next(event);
    },
    read: () => times,
  };
}
