import {
  type ArrivalHistory,
  type Arrivals,
  createArrivalHistory,
  tellingOf,
} from "../../audio/players/prebuffer-policy.ts";
import { isJsonObject } from "../../contract/json.ts";
import { settingsKey } from "../page/settings.ts";
import type { StorageOptions } from "../page/settings-storage.ts";

const key = `${settingsKey}-arrivals`;
/** A day later the network may be another. Milliseconds. */
const keptFor = 24 * 3_600_000;

/** How answers came so far, of one model by one route: each has a pace of its own. */
export type HistoryOf = (route: string) => ArrivalHistory;

/**
 * Histories that the next visit goes on with, so that its first sound begins as early as this visit's later ones. They
 * are written when the page goes.
 *
 * @param now Unix time in milliseconds.
 */
export function keepArrivals({ storage, onLeave }: Pick<StorageOptions, "storage" | "onLeave">, now: () => number) {
  const histories = new Map<string, ArrivalHistory>();
  const { at, kept } = read(storage);
  for (const [route, arrivals] of now() - at < keptFor ? kept : [])
    histories.set(route, createArrivalHistory(arrivals));

  onLeave(() => {
    if (![...histories.values()].some(({ answers }) => answers.length > 1)) return;
    const routes = [...histories].map(([route, history]) => [route, tellingOf(history)]);
    try {
      storage?.setItem(key, JSON.stringify({ at: now(), routes: Object.fromEntries(routes) }));
    } catch {
      // Blocked or full: the next visit finds out by itself.
    }
  });

  return (route: string): ArrivalHistory => {
    const history = histories.get(route) ?? createArrivalHistory();
    histories.set(route, history);
    return history;
  };
}

/** What is damaged or refused counts as not kept. */
function read(storage: StorageOptions["storage"]): {
  readonly at: number;
  readonly kept: readonly (readonly [string, readonly Arrivals[]])[];
} {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? "null");
    if (!isJsonObject(value) || typeof value["at"] !== "number" || !isJsonObject(value["routes"])) throw new Error();
    const kept = Object.entries(value["routes"]).map(
      ([route, list]) => [route, Array.isArray(list) ? list.filter(areArrivals) : []] as const,
    );
    return { at: value["at"], kept };
  } catch {
    return { at: 0, kept: [] };
  }
}

function areArrivals(value: unknown): value is Arrivals {
  if (!isJsonObject(value)) return false;
  return ["moments", "pace", "shortage"].every((name) => Number.isFinite(value[name]));
}
