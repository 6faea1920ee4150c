import { addPrices, type Price } from "../../contract/prices.ts";
import { settledPrice } from "../../core/takes/describe-take.ts";
import type { TakeRow } from "../../core/takes/take.ts";

/** What takes came to. */
export interface Figures {
  readonly takes: number;
  /** The mean time to the first sound in milliseconds, of the takes that have one. */
  readonly firstSound: number | undefined;
  /** All sound together, in seconds, and the mean of the takes of which that is known. */
  readonly seconds: number;
  readonly meanSeconds: number | undefined;
  /** All prices together, each unit by itself: tokens, and money under each group multiplier, which may be unknown. */
  readonly prices: readonly FoundPrice[];
}

export interface FoundPrice {
  readonly price: Price;
  readonly multiplier: number | undefined;
  /** Whether some of it isn't settled. */
  readonly isEstimate: boolean;
  /** How many takes it is the price of. */
  readonly takes: number;
}

/** What one take cost of it on average; tokens are whole. */
export function meanPrice({ price, takes }: FoundPrice): Price {
  if (price.kind === "tokens") return { ...price, tokens: Math.round(price.tokens / takes) };
  if (price.kind !== "money") return price;
  return { ...price, seconds: price.seconds / takes, amount: price.amount / takes };
}

/** Whether a take belongs into a report of what was shown: failed ones, and those without sound, don't. */
export function isShown(row: TakeRow | undefined): row is TakeRow {
  return row !== undefined && row.deleted === undefined && row.status === "complete" && row.sound !== "none";
}

/** The figures of takes by their model, in the order in which models come, each take once; and of all of them. */
export function figuresOfShow(rows: readonly TakeRow[]): {
  readonly models: readonly (Figures & { readonly model: string })[];
  readonly all: Figures;
} {
  const byModel = new Map<string, TakeRow[]>();
  const all = [...new Map(rows.map((row) => [row.id, row])).values()];
  for (const row of all) byModel.set(row.model, [...(byModel.get(row.model) ?? []), row]);
  const models = [...byModel].map(([model, takes]) => ({ model, ...figuresOf(takes) }));
  return { models, all: figuresOf(all) };
}

function figuresOf(takes: readonly TakeRow[]): Figures {
  const firsts = takes.flatMap(({ times }) => times.firstSound ?? []);
  const lengths = takes.flatMap(({ facts }) => facts?.duration ?? []);
  return {
    takes: takes.length,
    firstSound: meanOf(firsts),
    seconds: sumOf(lengths),
    meanSeconds: meanOf(lengths),
    prices: takes.reduce(withPrice, []),
  };
}

/** Adds a take's price to those of its unit. */
function withPrice(found: readonly FoundPrice[], row: TakeRow): readonly FoundPrice[] {
  const settled = settledPrice(row);
  const price = settled ?? row.price;
  if (price?.kind !== "tokens" && price?.kind !== "money") return found;
  const multiplier = price.kind === "money" ? row.multiplier : undefined;
  const isEstimate = price.kind === "money" && settled === undefined;
  const before = found.find((each) => each.price.kind === price.kind && each.multiplier === multiplier);
  if (before === undefined) return [...found, { price, multiplier, isEstimate, takes: 1 }];
  const sum: FoundPrice = {
    price: addPrices(before.price, price),
    multiplier,
    isEstimate: before.isEstimate || isEstimate,
    takes: before.takes + 1,
  };
  return found.map((each) => (each === before ? sum : each));
}

function meanOf(numbers: readonly number[]): number | undefined {
  return numbers.length === 0 ? undefined : sumOf(numbers) / numbers.length;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
