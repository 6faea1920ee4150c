import type { FastifyBaseLogger } from "fastify";
import type { TaskFiles } from "./task-files.ts";
import type { StoredTask } from "./task-reader.ts";
import type { TaskStore } from "./task-store.ts";

/** When a completed task's content expires, in milliseconds of Unix time. */
export function expiryOf({ finished_at: finishedAt }: StoredTask, contentHours: number): number {
  return (finishedAt ?? 0) + contentHours * 3_600_000;
}

interface SweepOptions {
  /** In milliseconds of Unix time. */
  readonly now: number;
  readonly logger: FastifyBaseLogger;
}

/** Removes files that a crash left; what fails is logged. */
export async function removeLeftovers(
  store: TaskStore,
  files: TaskFiles,
  { now, logger }: SweepOptions,
): Promise<void> {
  const known = async () => {
    // In this order: a task that ends in between is in both.
    const running = new Set(await store.unended());
    const ended = new Set((await store.stored()).map(({ id }) => id));
    return { running, ended };
  };
  try {
    await files.removeLeftovers(known, now);
  } catch (error) {
    logger.error({ err: error }, "files that a crash left could not be removed");
  }
}

/** Removes the files of tasks whose content has expired. Safe to be cut short at any point; what fails is logged. */
export async function removeExpired(
  store: TaskStore,
  files: TaskFiles,
  { now, contentHours, logger }: SweepOptions & { readonly contentHours: number },
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
