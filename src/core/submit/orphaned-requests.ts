import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechSession } from "../../audio/session/session.ts";
import { isUnderWay } from "../../audio/session/session-state.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { SpeechRequest } from "../../contract/request.ts";
import { createPersistedList } from "../page/persisted-list.ts";
import type { StorageOptions } from "../page/settings-storage.ts";
import { readFailure } from "../takes/failure.ts";
import type { Take, TakeId } from "../takes/take.ts";
import { wasSent } from "../takes/take-log.ts";
import {
  fingerprintOf,
  isSameRequest,
  type RequestFingerprint,
  requestFingerprintSchema,
} from "./request-fingerprint.ts";

/**
 * How long a job may well go on behind a request that nobody waits for any more, in milliseconds. The document names no
 * time.
 */
const jobPatience = 15 * 60_000;

const orphanedRequestSchema = z.extend(requestFingerprintSchema, {
  /** When it was sent, in Unix milliseconds. */
  since: z.number(),
});

/** A request whose job may still be running. */
export type OrphanedRequest = Readonly<z.infer<typeof orphanedRequestSchema>>;

/** The name under which they are kept, beside the settings. */
export const orphanedRequestsKey = "speech-playground-unanswered";

/**
 * What was sent from this browser and never heard the end of, where the job goes on all the same (section 4, rule 1).
 */
export interface OrphanedRequests {
  /** Whether this page awaits the answer to such a request now. */
  readonly waiting: boolean;
  /** The same request, sent lately, whose answer never came; undefined when there is none. */
  find(request: RequestFingerprint): OrphanedRequest | undefined;
  /**
   * Remembers a request that is about to be sent. Call what it returns once it is known whether its answer came: as
   * long as it isn't, and where it didn't, the request is found.
   */
  begin(request: RequestFingerprint): (answered: boolean) => void;
}

interface WatchedTake extends Pick<Take, "model" | "request" | "serviceName" | "log"> {
  readonly session: Pick<SpeechSession, "subscribe" | "getSnapshot">;
}
type WatchedTakes = Pick<StoreApi<{ readonly live: ReadonlyMap<TakeId, WatchedTake> }>, "subscribe">;

export type OrphanedRequestsStore = StoreApi<OrphanedRequests>;

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

interface ToldFailure {
  readonly kind: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly cost: string;
}

/** Whether a failure says what became of the job: it was never begun, or it failed. */
export function isAnswer({ kind, status = 0, code, cost }: ToldFailure): boolean {
  return cost === "none" || (kind === "service_failed" && !isGateways(status, code));
}

/**
 * Whether what stands before a service answered in its place: 520 to 527 are Cloudflare's, and a 503 without a code is
 * what gateways say by a page or a line of text.
 */
function isGateways(status: number, code: string | undefined): boolean {
  return status === 502 || status === 504 || (status >= 520 && status <= 527) || (status === 503 && code === undefined);
}

/**
 * Watches what `takes` sends. What isn't answered is kept in `storage`, so that neither a reload nor another tab sends
 * it again unasked; where there is none, this page remembers it. `wallClock` gives Unix milliseconds.
 */
export function createOrphanedRequestsStore(
  takes: WatchedTakes,
  wallClock: () => number,
  storage: StorageOptions["storage"],
): OrphanedRequestsStore {
  const list = createPersistedList(storage, orphanedRequestsKey, orphanedRequestSchema);
  const waiting = new Set<WatchedTake["session"]>();
  const store = createStore<OrphanedRequests>()(() => ({
    waiting: false,
    find: (request) => read().findLast((before) => isSameRequest(before, request)),
    begin,
  }));

  function read(): readonly OrphanedRequest[] {
    return list.read().filter(({ since }) => wallClock() - since < jobPatience);
  }

  function begin(request: RequestFingerprint): (answered: boolean) => void {
    const mine: OrphanedRequest = { ...request, since: wallClock() };
    list.write([...read(), mine]);
    return (answered) => {
      if (answered) list.write(read().filter((one) => !isSameRequest(one, mine) || one.since !== mine.since));
    };
  }

  function follow({ model, request, serviceName, session, log }: WatchedTake): void {
    const end = begin(fingerprintOf(request, serviceName));
    waiting.add(session);
    store.setState({ waiting: true });
    const stop = session.subscribe(() => {
      const { state } = session.getSnapshot();
      if (state.status === "idle" || isUnderWay(state)) return;
      stop();
      waiting.delete(session);
      store.setState({ waiting: waiting.size > 0 });
      const failed = () => state.status === "failed" && isAnswer(readFailure(state.error, model, calm));
      const unsent = () => state.status === "stopped" && !wasSent(log.getSnapshot());
      end(state.status === "complete" || failed() || unsent());
    });
  }

  takes.subscribe(({ live }, { live: before }) => {
    if (live === before) return;
    for (const [id, take] of live) if (!before.has(id) && waitsForJob(take.model, take.request)) follow(take);
  });
  return store;
}
