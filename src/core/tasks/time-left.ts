import type { TakeRow } from "../takes/take.ts";

/** From this progress on, in percent, the time that is left can be told. */
const fewest = 5;

/**
 * About how long a task takes still, in seconds, by how far it came since it was sent; undefined where that can't be
 * told.
 *
 * @param now Unix time in milliseconds.
 */
export function timeLeft({ created, status, task }: Pick<TakeRow, "created" | "status" | "task">, now: number) {
  const { progress = 0, status: said } = task ?? {};
  if (status !== "waiting" || said !== "in_progress" || progress < fewest || progress >= 100) return undefined;
  return (Math.max(0, now - created) * (100 - progress)) / progress / 1_000;
}
