import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechSession } from "../audio/session.ts";
import { isUnderWay } from "../audio/session-state.ts";
import type { ModelDescriptor } from "../contract/model.ts";
import type { SpeechRequest } from "../contract/request.ts";
import { readFailure } from "./failure.ts";
import type { Take, TakesStore } from "./takes.ts";

/** How long a job may well go on behind a request that nobody waits for any more, in milliseconds. The document names no time. */
const jobPatience = 15 * 60_000;

/** A request whose job may still be running, and since when, in Unix milliseconds. */
export interface Unanswered {
  readonly request: SpeechRequest;
  readonly since: number;
}

/** What this page sent and never heard the end of, where the job goes on all the same (section 4, rule 1). */
export interface UnansweredRequests {
  /** Whether the answer to such a request is awaited now. */
  readonly waiting: boolean;
  /** What a person is asked about before it is sent again. */
  readonly asking: Unanswered | undefined;
  /** The same request, sent lately, whose answer never came; undefined when there is none. */
  find(request: SpeechRequest): Unanswered | undefined;
  ask(request: Unanswered | undefined): void;
}

export type UnansweredStore = StoreApi<UnansweredRequests>;

/** Whether an answer to `request` waits for a job that a disconnect doesn't cancel. */
export function waitsForJob(model: ModelDescriptor, { endpoint }: Pick<SpeechRequest, "endpoint">): boolean {
  return Object.values(model.modes).some((mode) => mode.endpoint === endpoint && mode.waitsForJob === true);
}

/** Whether a failure says what became of the job: it was never begun, or it failed. */
function isAnswer(error: unknown, model: ModelDescriptor): boolean {
  const { kind, status, cost } = readFailure(error, model, { onLine: true, time: 0 });
  return cost === "none" || (kind === "service_failed" && status !== 502 && status !== 504);
}

/** Watches what `takes` sends. `wallClock` gives Unix milliseconds. */
export function createUnansweredStore(takes: TakesStore, wallClock: () => number): UnansweredStore {
  let sent: readonly Unanswered[] = [];
  const waiting = new Set<SpeechSession>();
  const store = createStore<UnansweredRequests>()((set) => ({
    waiting: false,
    asking: undefined,
    find(request) {
      sent = sent.filter(({ since }) => wallClock() - since < jobPatience);
      return sent.findLast(({ request: before }) => before.path === request.path && before.body === request.body);
    },
    ask: (asking) => set({ asking }),
  }));

  function follow({ model, request, session }: Take): void {
    const mine: Unanswered = { request, since: wallClock() };
    sent = [...sent, mine];
    waiting.add(session);
    store.setState({ waiting: true });
    const stop = session.subscribe(() => {
      const { state } = session.getSnapshot();
      if (state.status === "idle" || isUnderWay(state)) return;
      stop();
      waiting.delete(session);
      store.setState({ waiting: waiting.size > 0 });
      const answered = state.status === "complete" || (state.status === "failed" && isAnswer(state.error, model));
      if (answered) sent = sent.filter((one) => one !== mine);
    });
  }

  takes.subscribe(({ live }, { live: before }) => {
    if (live === before) return;
    for (const [id, take] of live) if (!before.has(id) && waitsForJob(take.model, take.request)) follow(take);
  });
  return store;
}
