import { undocumented } from "../../contract/language.ts";
import type { PriceRule } from "../../contract/model.ts";
import type { Price } from "../../contract/prices.ts";
import type { Texts } from "../page/playground-context.ts";
import type { Obstacle } from "./derive.ts";

/** Why nothing can be sent, and what would work, in sentences. */
export function describeObstacle(obstacle: Obstacle, characters: number, { page, of }: Texts): string {
  switch (obstacle.kind) {
    case "no_text":
      return characters > 0 && obstacle.directions !== true ? page.speak.onlySpaces : page.speak.noText;
    case "too_long": {
      const ways = obstacle.instead.map(({ model, mode }) => page.speak.instead(model.label, page.speak.ways[mode]));
      const first = page.speak.tooLong(characters, obstacle.limit);
      return [first, ...ways].join(page.between.sentences);
    }
    case "directions":
      return page.speak.directions;
    case "missing":
      return page.speak.missing(obstacle.fields.map(({ field }) => of(field.label)).join(page.between.list));
  }
}

export interface PriceContext {
  /** Whether the embedded service speaks, for which nobody pays. */
  readonly embedded: boolean;
  /** The group multiplier that the amount holds already; undefined where it isn't known. */
  readonly multiplier: number | undefined;
}

/** A price in a few words. */
export function describePrice(price: Price, { embedded, multiplier }: PriceContext, { page }: Texts): string {
  switch (price.kind) {
    case "tokens":
      return page.price.tokens(price.tokens);
    case "money":
      return multiplier === undefined
        ? page.price.money(price.seconds)
        : page.price.settled(price.seconds, price.amount, multiplier);
    case "undocumented":
      return embedded ? page.price.free : page.price.undocumented;
  }
}

/** How the prices of a model come about. */
export function explainPrice(rule: PriceRule, embedded: boolean, { page }: Texts): string {
  if (rule === undocumented) return embedded ? page.price.freeHelp : page.price.undocumentedHelp;
  if (rule.kind === "money") return page.price.moneyHelp(rule.base, rule.perSecond, page.connection.multiplierHelp);
  return page.price.tokensHelp(rule.perCharacter);
}
