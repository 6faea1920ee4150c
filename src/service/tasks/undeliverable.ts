import type { FastifyBaseLogger } from "fastify";
import type { TaskFiles } from "./task-files.ts";
import type { TaskStore } from "./task-store.ts";

/**
 * Ends the jobs of synchronous requests while none is answered: when the service starts, and when it has stopped.
 * Nobody can ask for them, since a client never learns their id: what hasn't ended is given back, and finished sound is
 * removed.
 */
export async function endUndeliverable(store: TaskStore, files: TaskFiles, logger: FastifyBaseLogger): Promise<void> {
  for (const { id, status } of await store.synchronous()) {
    try {
      await files.remove(id);
      if (status === "completed") await store.markRemoved(id);
      else await store.fail(id, "service_stopped", "The service stopped before the job was done.");
    } catch (error) {
      logger.error({ task: id, err: error }, "a job that nobody can ask for could not be ended");
    }
  }
}
