import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import type { Presenter } from "./presenter-state.ts";

/**
 * The items that are shown: what is to stand there alone, else the programme's, else what the page held. What is spoken
 * in a rehearsal belongs to it alone, so that it is live again afterwards.
 */
export function itemsOf(
  items: readonly ProgrammeItem[],
  { alone, loose, rehearsed }: Pick<Presenter, "alone" | "loose" | "rehearsed">,
): readonly ProgrammeItem[] {
  if (alone !== undefined) return [alone];
  const all = items.length > 0 || loose === undefined ? items : [loose];
  if (rehearsed === undefined || rehearsed.size === 0) return all;
  return all.map((item) => {
    const take = rehearsed.get(item.id);
    return take !== undefined && item.kind === "script" ? { ...item, take } : item;
  });
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
