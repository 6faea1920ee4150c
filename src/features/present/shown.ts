import type { ProgrammeItem } from "../../core/programme/programme.ts";

/** The items that are shown: the programme's, or what the page held. */
export function itemsOf(
  items: readonly ProgrammeItem[],
  { loose }: { readonly loose: ProgrammeItem | undefined },
): readonly ProgrammeItem[] {
  return items.length > 0 || loose === undefined ? items : [loose];
}

/**
 * The item that is shown and its index; where what was shown is gone, what stands `at` its index now, or was before it.
 */
export function shownOf(
  items: readonly ProgrammeItem[],
  { shown, at }: { readonly shown: string | undefined; readonly at: number },
): { readonly item: ProgrammeItem | undefined; readonly index: number } {
  const found = items.findIndex(({ id }) => id === shown);
  const index = found === -1 ? Math.max(0, Math.min(at, items.length - 1)) : found;
  return { item: items[index], index };
}
