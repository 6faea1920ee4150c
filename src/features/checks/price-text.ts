import type { Check } from "../../conformance/checks/check.ts";
import { type ChecksPrice, priceOfSteps, priceUnlessRefused, stepsSent } from "../../conformance/checks/price.ts";
import type { ChecksTexts } from "./use-checks.ts";

type PriceTexts = Pick<ChecksTexts, "k">;

/** What the price depends on beside the checks. */
export interface PriceOptions {
  readonly embedded: boolean;
  /** How many run beside each other. */
  readonly parallel: number;
  /** Whether the accepted requests beside refusals are sent. */
  readonly controls: boolean;
}

/**
 * What checks cost and how long they may take, before they are run. Whether a service refuses what it should is what they are to
 * find out, so what it costs where it doesn't is said as well; `free` is what costs nothing either way.
 */
export function priceText(
  checks: readonly Check[],
  { embedded, parallel, controls }: PriceOptions,
  texts: PriceTexts,
): { readonly text: string; readonly free: boolean } {
  const { k } = texts;
  const steps = stepsSent(checks, controls);
  const [price, refused] = [priceOfSteps(steps), priceUnlessRefused(steps)];
  const [costs, more] = [sumText(price, texts), sumText(refused, texts)];
  const said = embedded
    ? costs === ""
      ? k.price.free
      : k.price.embedded
    : costs === ""
      ? more === ""
        ? k.price.reads
        : k.price.unlessSpoken(more)
      : more === ""
        ? costs
        : k.price.more(costs, more);
  const seconds = secondsOf(checks) / parallel;
  const minutes = Math.round(seconds / 60);
  const time = k.price.time(minutes >= 2 ? k.price.minutes(minutes) : k.price.seconds(Math.max(1, Math.ceil(seconds))));
  return { text: k.price.sentences(said, time), free: costs === "" && more === "" };
}

/** A price in words; empty for nothing. */
export function sumText({ tokens, amount, undocumented }: ChecksPrice, { k }: PriceTexts): string {
  return [
    tokens > 0 ? k.price.tokens(tokens) : "",
    amount > 0 ? k.price.amount(amount) : "",
    undocumented > 0 ? k.price.undocumented(undocumented) : "",
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

/** How long checks take one after the other, in seconds, by what each kind of them takes with the embedded service. */
function secondsOf(checks: readonly Check[]): number {
  const each = { free: 0.05, small: 2, large: 15 };
  const tasks = (check: Check) =>
    check.steps.filter(({ follow, until, shared }) => !shared && (follow === true || until !== undefined)).length;
  return checks.reduce((sum, check) => sum + each[check.cost] + 3 * tasks(check), 0);
}
