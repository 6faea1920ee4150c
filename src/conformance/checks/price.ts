import { findModel } from "../../contract/models/index.ts";
import { estimatePrice } from "../../contract/prices.ts";
import { type Check, type CheckRequest, type CheckStep, expectsRefusal, speechIn } from "./check.ts";

/** What the requests of checks cost together, as far as the document tells. */
export interface ChecksPrice {
  readonly tokens: number;
  /** Before the group multiplier, in the service's own unit. */
  readonly amount: number;
  /** Requests whose price isn't documented. */
  readonly undocumented: number;
}

export const noPrice: ChecksPrice = { tokens: 0, amount: 0, undocumented: 0 };

/** The steps that are sent in one run: what several checks share is sent once, and controls may be left out. */
export function stepsSent(checks: readonly Check[], withControls: boolean): readonly CheckStep[] {
  const shared = new Set<string>();
  return checks
    .flatMap(({ steps }) => steps)
    .filter((step) => {
      if (step.control && !withControls) return false;
      if (!step.shared) return true;
      const key = JSON.stringify(step.request);
      const isNew = !shared.has(key);
      shared.add(key);
      return isNew;
    });
}

/** The price of what is expected to be spoken; a refused request costs nothing. */
export function priceOfSteps(steps: readonly CheckStep[]): ChecksPrice {
  return priceOf(steps.filter((step) => !expectsRefusal(step)).map(({ request }) => request));
}

/** The price of what is expected to be refused, for a service that speaks it instead: what is to be found out by it. */
export function priceUnlessRefused(steps: readonly CheckStep[]): ChecksPrice {
  return priceOf(steps.filter(expectsRefusal).map(({ request }) => request));
}

/** What requests cost that were spoken. */
export function priceOf(requests: readonly CheckRequest[]): ChecksPrice {
  let { tokens, amount, undocumented } = noPrice;
  for (const speech of requests.flatMap(speechIn)) {
    const model = speech === "unknown" ? undefined : findModel(speech.model);
    const price = speech === "unknown" || model === undefined ? undefined : estimatePrice(model, speech.text);
    if (price?.kind === "tokens") tokens += price.tokens;
    else if (price?.kind === "money") amount += price.amount;
    else undocumented++;
  }
  return { tokens, amount, undocumented };
}

export function sumOfPrices(prices: readonly ChecksPrice[]): ChecksPrice {
  return prices.reduce(
    (sum, price) => ({
      tokens: sum.tokens + price.tokens,
      amount: sum.amount + price.amount,
      undocumented: sum.undocumented + price.undocumented,
    }),
    noPrice,
  );
}
