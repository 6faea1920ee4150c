import { constants, setPriority } from "node:os";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";

const key = "speaks in the background";

/**
 * From now on what speaks in this program does so in the pauses of others on this machine: each thread and each process
 * that computes asks {@link giveWay}. The thread that calls this keeps its priority: it tells the database once a
 * second that it is alive, and loses its jobs on a busy machine otherwise.
 */
export function speakInBackground(): void {
  setEnvironmentData(key, true);
}

/**
 * Gives a thread or a process a low priority, where the program speaks in the background. Not the lowest: beside two
 * busy programs on each core it would have less than a hundredth of one, and never come to an end.
 *
 * @param id of a process; the calling thread by default, on Linux, and its whole process elsewhere.
 */
export function giveWay(id = 0): void {
  if (getEnvironmentData(key) === true) setPriority(id, constants.priority.PRIORITY_BELOW_NORMAL);
}
