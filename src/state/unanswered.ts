import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechSession } from "../audio/session.ts";
import { isUnderWay } from "../audio/session-state.ts";
import type { ModelDescriptor } from "../contract/model.ts";
import type { SpeechRequest } from "../contract/request.ts";
import { readFailure } from "./failure.ts";
import type { TakeId } from "./library/take.ts";
import type { StorageOptions } from "./settings-storage.ts";
import type { Take } from "./takes.ts";

/** How long a job may well go on behind a request that nobody waits for any more, in milliseconds. The document names no time. */
const jobPatience = 15 * 60_000;

const unansweredSchema = z.object({
  path: z.string(),
  body: z.string(),
  /** When it was sent, in Unix milliseconds. */
  since: z.number(),
});

/** A request whose job may still be running. */
export type Unanswered = Readonly<z.infer<typeof unansweredSchema>>;

/** The name under which they are kept, beside the settings. */
export const unansweredKey = "speech-playground-unanswered";

/** What was sent from this browser and never heard the end of, where the job goes on all the same (section 4, rule 1). */
export interface UnansweredRequests {
  /** Whether this page awaits the answer to such a request now. */
  readonly waiting: boolean;
  /** What a person is asked about before it is sent again. */
  readonly asking: Unanswered | undefined;
  /** The same request, sent lately, whose answer never came; undefined when there is none. */
  find(request: Pick<SpeechRequest, "path" | "body">): Unanswered | undefined;
  /**
   * Remembers a request that is about to be sent. Call what it returns once it is known whether its answer came: as long as
   * it isn't, and where it didn't, the request is found.
   */
  begin(request: Pick<SpeechRequest, "path" | "body">): (answered: boolean) => void;
  ask(request: Unanswered | undefined): void;
}

/** What is watched of takes. */
interface WatchedTake extends Pick<Take, "model" | "request"> {
  readonly session: Pick<SpeechSession, "subscribe" | "getSnapshot">;
}
type WatchedTakes = Pick<StoreApi<{ readonly live: ReadonlyMap<TakeId, WatchedTake> }>, "subscribe">;

export type UnansweredStore = StoreApi<UnansweredRequests>;

/** Whether what `request` begins goes on at the service without its answer: a task, or a job that it waits for. */
export function goesOnAlone(model: ModelDescriptor, request: Pick<SpeechRequest, "endpoint">): boolean {
  return request.endpoint === "tasks" || waitsForJob(model, request);
}

/** Whether an answer to `request` waits for a job that a disconnect doesn't cancel. */
function waitsForJob(model: ModelDescriptor, { endpoint }: Pick<SpeechRequest, "endpoint">): boolean {
  return Object.values(model.modes).some((mode) => mode.endpoint === endpoint && mode.waitsForJob === true);
}

/** What a failure costs doesn't depend on when it is read. */
const calm = { onLine: true, time: 0 };

/** Whether a failure says what became of the job: it was never begun, or it failed. */
export function isAnswer({ kind, status, cost }: { kind: string; status?: number | undefined; cost: string }): boolean {
  return cost === "none" || (kind === "service_failed" && status !== 502 && status !== 504);
}

/**
 * Watches what `takes` sends. What isn't answered is kept in `storage`, so that neither a reload nor another tab sends it
 * again unasked; where there is none, this page remembers it. `wallClock` gives Unix milliseconds.
 */
export function createUnansweredStore(
  takes: WatchedTakes,
  wallClock: () => number,
  storage: StorageOptions["storage"],
): UnansweredStore {
  let kept = storage;
  let sent: readonly Unanswered[] = [];
  const waiting = new Set<WatchedTake["session"]>();
  const store = createStore<UnansweredRequests>()((set) => ({
    waiting: false,
    asking: undefined,
    find: ({ path, body }) => read().findLast((before) => before.path === path && before.body === body),
    ask: (asking) => set({ asking }),
    begin,
  }));

  /** Read anew each time: other tabs write here too. */
  function read(): readonly Unanswered[] {
    try {
      const parsed = z.array(unansweredSchema).safeParse(JSON.parse(kept?.getItem(unansweredKey) ?? ""));
      if (parsed.success) sent = parsed.data;
    } catch {
      // Nothing is kept, or nothing may be: what this page remembers holds.
    }
    return sent.filter(({ since }) => wallClock() - since < jobPatience);
  }

  function write(next: readonly Unanswered[]): void {
    sent = next;
    try {
      kept?.setItem(unansweredKey, JSON.stringify(next));
    } catch {
      // Full or forbidden: this page remembers it, and what is kept is out of date.
      kept = undefined;
    }
  }

  const known = read();
  // Scripts that nobody is asked about any more needn't stay.
  if (known.length < sent.length) write(known);

  function begin({ path, body }: Pick<SpeechRequest, "path" | "body">): (answered: boolean) => void {
    const mine: Unanswered = { path, body, since: wallClock() };
    write([...read(), mine]);
    return (answered) => {
      if (answered) write(read().filter((one) => one.body !== body || one.since !== mine.since));
    };
  }

  function follow({ model, request, session }: WatchedTake): void {
    const end = begin(request);
    waiting.add(session);
    store.setState({ waiting: true });
    const stop = session.subscribe(() => {
      const { state } = session.getSnapshot();
      if (state.status === "idle" || isUnderWay(state)) return;
      stop();
      waiting.delete(session);
      store.setState({ waiting: waiting.size > 0 });
      const failed = () => state.status === "failed" && isAnswer(readFailure(state.error, model, calm));
      end(state.status === "complete" || failed());
    });
  }

  takes.subscribe(({ live }, { live: before }) => {
    if (live === before) return;
    for (const [id, take] of live) if (!before.has(id) && waitsForJob(take.model, take.request)) follow(take);
  });
  return store;
}
