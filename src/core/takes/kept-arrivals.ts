import * as z from "zod/mini";
import { type ArrivalHistory, createArrivalHistory, tellingOf } from "../../audio/players/prebuffer-policy.ts";
import { createPersistedList } from "../page/persisted-list.ts";
import { settingsKey } from "../page/settings.ts";
import type { StorageOptions } from "../page/settings-storage.ts";

/** A day later the network may be another. Milliseconds. */
const keptFor = 24 * 3_600_000;

const keptSchema = z.object({
  route: z.string(),
  /** When it was learnt, in Unix time. */
  at: z.number(),
  arrivals: z.array(z.object({ moments: z.number(), pace: z.number(), shortage: z.number() })),
});
type Kept = z.infer<typeof keptSchema>;

/** How answers came so far, of one model by one route: each has a pace of its own. */
export type HistoryOf = (route: string) => ArrivalHistory;

/**
 * Histories that the next visit goes on with, so that its first sound begins as early as this visit's later ones. They
 * are written when the page goes.
 *
 * @param now Unix time in milliseconds.
 */
export function keepArrivals(
  { storage, onLeave }: Pick<StorageOptions, "storage" | "onLeave">,
  now: () => number,
): HistoryOf {
  const list = createPersistedList(storage, `${settingsKey}-arrivals`, keptSchema);
  const byRoute = (all: readonly Kept[]) => new Map(all.map((kept) => [kept.route, kept]));
  const isFresh = ({ at }: Kept) => now() - at < keptFor;
  const earlier = byRoute(list.read());
  const histories = new Map<string, ArrivalHistory>();

  onLeave(() => {
    const learnt = [...histories].filter(([, { answers }]) => answers.length > 1);
    if (learnt.length === 0) return;
    // What another tab has learnt meanwhile stays; what is too old goes.
    const kept = byRoute(list.read().filter(isFresh));
    for (const [route, history] of learnt) kept.set(route, { route, at: now(), arrivals: [...tellingOf(history)] });
    list.write([...kept.values()]);
  });

  return (route) => {
    const kept = earlier.get(route);
    const known = kept !== undefined && isFresh(kept) ? kept.arrivals : [];
    const history = histories.get(route) ?? createArrivalHistory(known);
    histories.set(route, history);
    return history;
  };
}
