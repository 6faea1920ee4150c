import { settledPrice } from "../../core/takes/describe-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";

/** What the takes of one model came to. */
export interface ModelFigures {
  readonly model: string;
  readonly takes: number;
  /** The mean time to the first sound in milliseconds, of the takes that have one. */
  readonly firstSound: number | undefined;
  /** All sound together, in seconds. */
  readonly seconds: number;
  /** All prices together, each kind by itself: tokens, and money with the multipliers that stood then. */
  readonly tokens: number;
  readonly money: number;
}

/** Whether a take belongs into a report of what was shown: failed ones, and those without sound, don't. */
export function isShown(row: TakeRow | undefined): row is TakeRow {
  return row !== undefined && row.deleted === undefined && row.status === "complete" && row.sound !== "none";
}

/** The figures of takes by their model, in the order in which models come, each take once. */
export function figuresByModel(rows: readonly TakeRow[]): readonly ModelFigures[] {
  const byModel = new Map<string, TakeRow[]>();
  for (const row of new Set(rows)) byModel.set(row.model, [...(byModel.get(row.model) ?? []), row]);
  return [...byModel].map(([model, takes]) => {
    const firsts = takes.flatMap(({ times }) => times.firstSound ?? []);
    const prices = takes.map((row) => ({ price: settledPrice(row) ?? row.price, multiplier: row.multiplier ?? 1 }));
    return {
      model,
      takes: takes.length,
      firstSound: firsts.length === 0 ? undefined : sumOf(firsts) / firsts.length,
      seconds: sumOf(takes.map(({ facts }) => facts?.duration ?? 0)),
      tokens: sumOf(prices.map(({ price }) => (price?.kind === "tokens" ? price.tokens : 0))),
      money: sumOf(prices.map(({ price, multiplier }) => (price?.kind === "money" ? price.amount * multiplier : 0))),
    };
  });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
