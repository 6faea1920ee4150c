import type { Texts } from "../page/playground-context.ts";

/** A sample rate with its unit, and whether it is a guess. */
export function describeRate(
  hertz: number,
  assumed: boolean,
  { page, numbers }: Pick<Texts, "page" | "numbers">,
): string {
  const rate = `${numbers.integer(hertz)} Hz`;
  return assumed ? page.player.assumed(rate) : rate;
}
