import type { Price } from "../../contract/prices.ts";
import type { Texts } from "../playground-context.ts";

export interface PriceContext {
  /** Whether the embedded service speaks, for which nobody pays. */
  readonly embedded: boolean;
  /** The group multiplier that the amount holds already; undefined where it isn't known. */
  readonly multiplier: number | undefined;
}

/** A price in a few words, and how it comes about. */
export function describePrice(
  price: Price,
  { embedded, multiplier }: PriceContext,
  { t, numbers }: Texts,
): { readonly text: string; readonly help: string } {
  switch (price.kind) {
    case "tokens":
      return { text: t.price.tokens(numbers.integer(price.tokens), price.tokens === 1), help: t.price.tokensHelp };
    case "money": {
      const [seconds, amount] = [numbers.integer(price.seconds), numbers.decimal(price.amount)];
      return {
        text:
          multiplier === undefined
            ? t.price.money(seconds, amount)
            : t.price.settled(seconds, amount, numbers.decimal(multiplier)),
        help: t.price.moneyHelp,
      };
    }
    case "undocumented":
      return embedded
        ? { text: t.price.free, help: t.price.freeHelp }
        : { text: t.price.undocumented, help: t.price.undocumentedHelp };
  }
}
