import * as z from "zod/mini";
import { createStore, type StoreApi } from "zustand/vanilla";
import { createPersistedList } from "../page/persisted-list.ts";
import type { StorageOptions } from "../page/settings-storage.ts";
import type { TakeLibrary } from "../takes/library.ts";
import { isTaskUnderWay, type TakeId } from "../takes/take.ts";
import { isSameRequest, type RequestFingerprint, requestFingerprintSchema } from "./request-fingerprint.ts";

const keptSchema = z.extend(requestFingerprintSchema, { id: z.string() });

/** The name under which they are kept, beside the settings. */
export const sentTasksKey = "speech-playground-sent-tasks";

/** More than anybody has under way; the oldest are forgotten. */
const mostKept = 500;

/**
 * The tasks that were sent from this browser: nothing sounds when one is sent, and a second one of the same costs as
 * much again.
 */
export interface SentTasks {
  /** The one that this page sent last; undefined once a person has seen to it. */
  readonly latest: TakeId | undefined;
  add(id: TakeId, request: RequestFingerprint): void;
  /** The task with this request that is still under way, as far as the page knows; whichever page sent it. */
  find(request: RequestFingerprint): TakeId | undefined;
  /** The latest one needn't be told of any more. */
  dismiss(): void;
}

export type SentTasksStore = StoreApi<SentTasks>;

/**
 * A store of the tasks that are known in `storage`, so that neither a reload nor another tab sends one again unasked.
 * What becomes of each stands in `library`.
 */
export function createSentTasksStore(
  library: Pick<TakeLibrary, "row">,
  storage: StorageOptions["storage"],
): SentTasksStore {
  const list = createPersistedList(storage, sentTasksKey, keptSchema);
  return createStore<SentTasks>()((set) => ({
    latest: undefined,
    add(id, request) {
      const others = list.read().filter((sent) => !isOver(sent.id));
      list.write([...others, { id, ...request }].slice(-mostKept));
      set({ latest: id });
    },
    find: (request) => list.read().findLast((sent) => isUnderWay(sent.id) && isSameRequest(sent, request))?.id,
    dismiss: () => set({ latest: undefined }),
  }));

  function isUnderWay(id: TakeId): boolean {
    const row = library.row(id);
    return row !== undefined && row.deleted === undefined && isTaskUnderWay(row);
  }

  /** A task that the library doesn't know may be one that it hasn't read yet. */
  function isOver(id: TakeId): boolean {
    return library.row(id) !== undefined && !isUnderWay(id);
  }
}
