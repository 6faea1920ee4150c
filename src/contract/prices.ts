import { countCharacters } from "./characters.ts";
import { property } from "./json.ts";
import { type Undocumented, undocumented } from "./language.ts";
import type { ModelDescriptor, PriceRule } from "./model.ts";

/** What a request costs, as far as the document tells (section 8, Billing). Money is in the service's own unit. */
export type Price =
  | { readonly kind: "tokens"; readonly tokens: number }
  | {
      readonly kind: "money";
      readonly seconds: number;
      /** By the model's {@link PriceRule}, times the group multiplier. */
      readonly amount: number;
      /** Whether the seconds are estimated from the text or were supplied with the finished audio. */
      readonly basis: "text" | "duration_seconds";
    }
  | { readonly kind: Undocumented };

/**
 * The price of a request before it is sent.
 *
 * @param multiplier the group multiplier, which the document does not show; 1 gives the price before it.
 */
export function estimatePrice(model: ModelDescriptor, text: string, multiplier = 1): Price {
  const { price } = model;
  if (price === undocumented) return { kind: undocumented };
  if (price.kind === "tokens") return { kind: "tokens", tokens: countCharacters(text) * price.perCharacter };
  const seconds = estimateSeconds(text);
  return { kind: "money", seconds, amount: amountFor(price, seconds, multiplier), basis: "text" };
}

/** Whether the finished audio decides what a request costs: known only when its job is done. */
export function isPaidByAudio({ price }: ModelDescriptor): boolean {
  return price !== undocumented && price.kind === "money";
}

/**
 * The price of a completed request by the document's formula; what was settled stands in the service's own log. A valid
 * `duration_seconds` corrects the estimate, `duration` (the running time) never does. Without a valid one the estimate
 * stands.
 *
 * @param answer the task object or whatever else came with the finished audio.
 */
export function settlePrice({ price }: ModelDescriptor, estimate: Price, answer: unknown, multiplier = 1): Price {
  if (estimate.kind !== "money" || price === undocumented || price.kind !== "money") return estimate;
  const seconds = property(answer, "duration_seconds");
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds <= 0) return estimate;
  return { kind: "money", seconds, amount: amountFor(price, seconds, multiplier), basis: "duration_seconds" };
}

/** Two prices of one kind together. */
export function addPrices(one: Price, other: Price): Price {
  if (one.kind === "tokens" && other.kind === "tokens") return { kind: "tokens", tokens: one.tokens + other.tokens };
  if (one.kind !== "money" || other.kind !== "money") return one;
  // In millionths, as the prices themselves are counted.
  const amount = Math.round((one.amount + other.amount) * 1e6) / 1e6;
  return { ...one, seconds: one.seconds + other.seconds, amount };
}

// ー and its half-width form belong to both kana by use, but to neither by their Unicode script.
const quarterSecond = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ーｰ]/u;

/**
 * Estimates the seconds of audio of a text: 0.25 s for each Chinese character, kana and Korean character, 1/16 s for
 * every other character; the sum rounded up, at least 1.
 */
export function estimateSeconds(text: string): number {
  let sixteenths = 0;
  for (const character of text) sixteenths += quarterSecond.test(character) ? 4 : 1;
  return Math.max(1, Math.ceil(sixteenths / 16));
}

function amountFor(rule: Exclude<PriceRule, string> & { kind: "money" }, seconds: number, multiplier: number): number {
  // Counted in millionths, so that 0.015 + 0.002 × 14 is 0.043 and not 0.043000000000000003.
  const [base, perSecond] = [Math.round(rule.base * 1e6), Math.round(rule.perSecond * 1e6)];
  return ((base + perSecond * seconds) * multiplier) / 1e6;
}
