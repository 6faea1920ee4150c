import { undocumented } from "../../contract/language.ts";
import type { PriceRule } from "../../contract/model.ts";
import type { Price } from "../../contract/prices.ts";
import type { Texts } from "../page/playground-context.ts";
import type { Obstacle } from "./derive.ts";

/** Why nothing can be sent, and what would work, in sentences. */
export function describeObstacle(obstacle: Obstacle, characters: number, { t, of }: Texts): string {
  switch (obstacle.kind) {
    case "no_text":
      return characters > 0 ? t.speak.onlySpaces : t.speak.noText;
    case "too_long": {
      const ways = obstacle.instead.map(({ model, mode }) => t.speak.insteadWay(model.label, t.mode.lower[mode]));
      const first = t.speak.tooLong(characters, obstacle.limit);
      return `${first} ${ways.length === 0 ? t.speak.nothingTakes : t.speak.instead(ways.join(" · "))}`;
    }
    case "missing":
      return t.speak.missing(obstacle.fields.map(({ field }) => of(field.label)).join(t.between.list));
  }
}

export interface PriceContext {
  /** Whether the embedded service speaks, for which nobody pays. */
  readonly embedded: boolean;
  /** The group multiplier that the amount holds already; undefined where it isn't known. */
  readonly multiplier: number | undefined;
}

/** A price in a few words. */
export function describePrice(price: Price, { embedded, multiplier }: PriceContext, { t }: Texts): string {
  switch (price.kind) {
    case "tokens":
      return t.price.tokens(price.tokens);
    case "money":
      return multiplier === undefined
        ? t.price.money(price.seconds, price.amount)
        : t.price.settled(price.seconds, price.amount, multiplier);
    case "undocumented":
      return embedded ? t.price.free : t.price.undocumented;
  }
}

/** How the prices of a model come about. */
export function explainPrice(rule: PriceRule, embedded: boolean, { t }: Texts): string {
  if (rule === undocumented) return embedded ? t.price.freeHelp : t.price.undocumentedHelp;
  if (rule.kind === "money") return t.price.moneyHelp(rule.base, rule.perSecond, t.connection.multiplierHelp);
  return t.price.tokensHelp(rule.perCharacter);
}
