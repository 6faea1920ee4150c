import type { Check } from "../../conformance/checks/check.ts";
import { type ChecksPrice, priceOfSteps, priceUnlessRefused, stepsSent } from "../../conformance/checks/price.ts";
import type { ChecksTexts } from "./messages/index.ts";

type PriceTexts = Pick<ChecksTexts, "messages">;

/** What the price depends on beside the checks. */
export interface PriceOptions {
  readonly embedded: boolean;
  /** How many run beside each other. */
  readonly parallel: number;
  /** Whether the accepted requests beside refusals are sent. */
  readonly controls: boolean;
}

/**
 * What checks cost and how long they may take, before they are run. Whether a service refuses what it should is what
 * they are to find out, so what it costs where it doesn't is said as well; `free` is what costs nothing either way.
 */
export function priceText(
  checks: readonly Check[],
  { embedded, parallel, controls }: PriceOptions,
  texts: PriceTexts,
): { readonly text: string; readonly free: boolean } {
  const { messages } = texts;
  const steps = stepsSent(checks, controls);
  const [price, refused] = [priceOfSteps(steps), priceUnlessRefused(steps)];
  const [costs, more] = [sumText(price, texts), sumText(refused, texts)];
  const said = embedded
    ? costs === ""
      ? messages.price.free
      : messages.price.embedded
    : costs === ""
      ? more === ""
        ? messages.price.reads
        : messages.price.unlessSpoken(more)
      : more === ""
        ? costs
        : messages.price.more(costs, more);
  const seconds = secondsOf(checks) / parallel;
  const minutes = Math.round(seconds / 60);
  const time = messages.price.time(
    minutes >= 2 ? messages.price.minutes(minutes) : messages.price.seconds(Math.max(1, Math.ceil(seconds))),
  );
  return { text: messages.price.sentences(said, time), free: costs === "" && more === "" };
}

/** A price in words; empty for nothing. */
export function sumText({ tokens, amount, undocumented }: ChecksPrice, { messages }: PriceTexts): string {
  return [
    tokens > 0 ? messages.price.tokens(tokens) : "",
    amount > 0 ? messages.price.amount(amount) : "",
    undocumented > 0 ? messages.price.undocumented(undocumented) : "",
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
