import type { FastifyBaseLogger } from "fastify";
import type { TaskFiles } from "./task-files.ts";
import type { TaskStore } from "./task-store.ts";

/**
 * Ends the jobs of synchronous requests that no process answers: those of processes that have ended, and this one's
 * when it stops. Nobody can ask for them, since a client never learns their id: what hasn't ended is given back, and
 * finished sound is removed. What fails is logged, and done at the next time.
 *
 * @param isOver says whether a process answers no longer.
 */
export async function endUndeliverable(
  store: TaskStore,
  files: TaskFiles,
  logger: FastifyBaseLogger,
  isOver: (owner: string) => Promise<boolean>,
): Promise<void> {
  const jobs = await store.synchronous().catch((error: unknown) => {
    logger.error({ err: error }, "jobs that nobody can ask for could not be read");
    return [];
  });
  for (const { id, status, owner } of jobs) {
    try {
      if (owner !== null && !(await isOver(owner))) continue;
      await files.remove(id);
      if (status === "completed") await store.markRemoved(id);
      else await store.fail(id, "service_stopped", "The service stopped before the job was done.");
    } catch (error) {
      logger.error({ task: id, err: error }, "a job that nobody can ask for could not be ended");
    }
  }
}
