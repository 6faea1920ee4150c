import type { Check } from "../conformance/checks/check.ts";
import {
  type ChecksPrice,
  noPrice,
  priceOfSteps,
  priceUnlessRefused,
  stepsSent,
  sumOfPrices,
} from "../conformance/checks/price.ts";
import { CommandError } from "./problem.ts";

/** What a run may spend, and what a person is told of it before anything is sent. */
export interface Spending {
  readonly text: string;
  /** Undefined where nothing limits it: the embedded service charges nobody. */
  readonly limit: ChecksPrice | undefined;
}

/**
 * Says what checks cost. Throws `CommandError` where they cost something and nobody has said how much may be spent;
 * what isn't named then may not be spent at all.
 */
export function planSpending(
  checks: readonly Check[],
  budget: Partial<ChecksPrice> | undefined,
  service: "embedded" | "remote",
): Spending {
  const steps = stepsSent(checks, true);
  const [usual, refused] = [priceOfSteps(steps), priceUnlessRefused(steps)];
  const whole = sumOfPrices([usual, refused]);
  const [costs, more] = [priceText(usual), priceText(refused)];
  const text =
    costs === "" && more === ""
      ? "This run costs nothing: it only reads."
      : [
          costs === "" ? "This run costs nothing" : `This run costs about ${costs}`,
          more === "" ? "." : `; up to ${more} more if the service speaks what it should refuse.`,
          service === "embedded" ? " The embedded service charges nobody." : "",
        ].join("");
  if (budget !== undefined) return { text, limit: { ...noPrice, ...budget } };
  if (service === "embedded" || (costs === "" && more === "")) return { text, limit: undefined };
  const flags = [
    whole.tokens > 0 ? `--budget ${usual.tokens + largest(checks).tokens}` : "",
    whole.amount > 0 ? `--budget-amount ${rounded(usual.amount + largest(checks).amount)}` : "",
    whole.undocumented > 0 ? `--budget-unpriced ${usual.undocumented + largest(checks).undocumented}` : "",
  ].filter((flag) => flag !== "");
  throw new CommandError(
    `${text}\nNothing was sent. Say what may be spent: ${flags.join(" ")} is enough for a service that keeps the ` +
      "document. With less, what doesn't fit isn't sent.",
  );
}

/** The most that one request costs which should be refused: so much has to be there while it is under way. */
function largest(checks: readonly Check[]): ChecksPrice {
  const prices = checks.flatMap(({ steps }) => steps.map((step) => priceUnlessRefused([step])));
  const most = (name: keyof ChecksPrice) => Math.max(0, ...prices.map((price) => price[name]));
  return { tokens: most("tokens"), amount: most("amount"), undocumented: most("undocumented") };
}

/** A price in words; empty for nothing. */
export function priceText({ tokens, amount, undocumented }: ChecksPrice): string {
  return [
    tokens > 0 ? `${tokens.toLocaleString("en")} ${tokens === 1 ? "token" : "tokens"}` : "",
    amount > 0 ? `${rounded(amount)} × the group multiplier` : "",
    undocumented > 0 ? `${undocumented} ${undocumented === 1 ? "request" : "requests"} without a documented price` : "",
  ]
    .filter((part) => part !== "")
    .join(", ");
}

/** Money up to a millionth, rounded up: less wouldn't do. */
function rounded(amount: number): number {
  return Math.ceil(Number((amount * 1e6).toFixed(3))) / 1e6;
}
