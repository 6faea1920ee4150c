import type { ProgrammeItem } from "./programme.ts";

/** The items that are shown: the programme's, or what the page held. */
export function itemsOf(
  items: readonly ProgrammeItem[],
  { loose }: { readonly loose: ProgrammeItem | undefined },
): readonly ProgrammeItem[] {
  return items.length > 0 || loose === undefined ? items : [loose];
}

/** The item that is shown and its index: the first one where what was shown is gone. */
export function shownOf(
  items: readonly ProgrammeItem[],
  { shown }: { readonly shown: string | undefined },
): { readonly item: ProgrammeItem | undefined; readonly index: number } {
  const index = Math.max(
    0,
    items.findIndex(({ id }) => id === shown),
  );
  return { item: items[index], index };
}
