import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechRequest } from "../contract/request.ts";
import type { TakeLibrary } from "./library/library.ts";
import { isTaskUnderWay, type TakeId } from "./library/take.ts";

/** What of a request makes it the same one. */
type Sent = Pick<SpeechRequest, "path" | "body">;

/** The tasks that this page has sent: nothing sounds when one is sent, and a second one of the same costs as much again. */
export interface SentTasks {
  /** The one that was sent last; undefined once a person has seen to it. */
  readonly latest: TakeId | undefined;
  /** The task that is under way while a person is asked whether the same is to be sent once more. */
  readonly asking: TakeId | undefined;
  add(id: TakeId, request: Sent): void;
  /** The task with exactly this request that is still under way, as far as the page knows. */
  find(request: Sent): TakeId | undefined;
  ask(id: TakeId | undefined): void;
  /** The latest one needn't be told of any more. */
  dismiss(): void;
}

export type SentTasksStore = StoreApi<SentTasks>;

/** A store that knows no task yet. What becomes of each stands in `library`. */
export function createSentTasksStore(library: Pick<TakeLibrary, "row">): SentTasksStore {
  const requests = new Map<TakeId, Sent>();
  return createStore<SentTasks>()((set) => ({
    latest: undefined,
    asking: undefined,
    add(id, { path, body }) {
      requests.set(id, { path, body });
      set({ latest: id, asking: undefined });
    },
    find({ path, body }) {
      // Scripts may be long: what has ended is let go of.
      for (const id of requests.keys()) if (!isUnderWay(id)) requests.delete(id);
      return [...requests].find(([, sent]) => sent.path === path && sent.body === body)?.[0];
    },
    ask: (asking) => set({ asking }),
    dismiss: () => set({ latest: undefined }),
  }));

  function isUnderWay(id: TakeId): boolean {
    const row = library.row(id);
    return row !== undefined && row.deleted === undefined && isTaskUnderWay(row);
  }
}
