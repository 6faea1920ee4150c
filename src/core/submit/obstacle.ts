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
