import { type GivingBack, giveBack } from "../billing/give-back.ts";
import type { TaskFiles } from "./task-files.ts";
import type { TaskStore } from "./task-store.ts";

interface UndeliverableTools extends GivingBack {
  readonly store: TaskStore;
  readonly files: TaskFiles;
}

/**
 * Gives back synchronous requests that no process answers any more: those of processes that have ended, and this one's
 * when it stops. Their jobs end, and the jobs' sound is removed, since a client never learns a job's id. What fails is
 * logged, and done at the next time.
 *
 * @param isOver says whether a process answers no longer; it is asked once for each.
 */
export async function endUndeliverable(
  tools: UndeliverableTools,
  isOver: (owner: string) => Promise<boolean>,
): Promise<void> {
  const { store, files, ledger, log } = tools;
  const known = new Map<string, Promise<boolean>>();
  const isGone = (owner: string): Promise<boolean> => {
    const answer = known.get(owner) ?? isOver(owner);
    known.set(owner, answer);
    return answer;
  };
  // It takes a while to know of one, and many may have ended with one machine.
  const askOfAll = (owners: Iterable<string>) => Promise.allSettled([...owners].map(isGone));
  const jobs = await store.synchronous().catch((error: unknown) => {
    log.error({ err: error }, "jobs that nobody can ask for could not be read");
    return [];
  });
  await askOfAll(jobs.flatMap(({ owner }) => owner ?? []));
  for (const { id, status, owner } of jobs) {
    try {
      if (owner !== null && !(await isGone(owner))) continue;
      await files.remove(id);
      if (status === "completed") await store.markRemoved(id);
      else await store.fail(id, "service_stopped", "The service stopped before the job was done.");
    } catch (error) {
      log.error({ task: id, err: error }, "a job that nobody can ask for could not be ended");
    }
  }
  try {
    await ledger.writeAnswered();
    const open = await ledger.open();
    await askOfAll(open.keys());
    for (const [owner, references] of open) {
      if (await isGone(owner)) for (const reference of references) await giveBack(tools, reference, owner);
    }
  } catch (error) {
    log.error({ err: error }, "charges of answers that broke off could not be looked for");
  }
}
