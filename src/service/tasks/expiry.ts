import type { FastifyBaseLogger } from "fastify";
import type { TaskFiles } from "./task-files.ts";
import type { StoredTask, TaskStore } from "./task-store.ts";

/** When a completed task's content expires, in milliseconds of Unix time. */
export function expiryOf({ finished_at: finishedAt }: StoredTask, contentHours: number): number {
  return (finishedAt ?? 0) + contentHours * 3_600_000;
}

/** Removes the files of tasks whose content has expired. Safe to be cut short at any point; what fails is logged. */
export async function removeExpired(
  store: TaskStore,
  files: TaskFiles,
  { now, contentHours, logger }: { now: number; contentHours: number; logger: FastifyBaseLogger },
): Promise<void> {
  try {
    for (const { id } of await store.stored(now - contentHours * 3_600_000)) {
      await files.remove(id);
      await store.markRemoved(id);
    }
  } catch (error) {
    logger.error({ err: error }, "expired content could not be removed");
  }
}
