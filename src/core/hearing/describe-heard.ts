import type { Texts } from "../page/playground-context.ts";
import type { TakeRow } from "../takes/take.ts";

/** The word error rate of what was heard; undefined where nothing was, or the script has no words. */
export function describeErrors({ heard }: Pick<TakeRow, "heard">, { numbers }: Pick<Texts, "numbers">) {
  return heard?.errors === undefined ? undefined : `${numbers.fixed(heard.errors, 1)} %`;
}
