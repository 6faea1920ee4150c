import type { RefObject } from "react";
import { shortcutTable, singleOf } from "../../core/shortcuts/shortcut-table.ts";
import { takesLetters, takesSpace } from "../../core/shortcuts/typing.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { latinKey } from "../../kit/pressed-key.ts";
import type { ComparedListeningStore } from "./compared-listening.ts";

/** How far J and L go, in seconds. */
const jump = 5;

/**
 * Single keys of the tab: digits go over to a take, wherever nothing else has the focus; the others do what they do in
 * the player, for all takes at once, while the focus is inside of the tab, or on its name, where it is at first.
 */
export function useCompareKeys(
  root: RefObject<HTMLElement | null>,
  listening: ComparedListeningStore,
  takes: readonly TakeRow[],
  on: boolean,
): void {
  const onKey = (event: KeyboardEvent): void => {
    const { target } = event;
    if (event.defaultPrevented || event.isComposing) return;
    if (!(target instanceof Element) || takesLetters(target)) return;
    const inside = root.current?.contains(target) === true || isName(target);
    const act = actionOf(event, inside);
    if (act === undefined || !(inside || target === document.body)) return;
    event.preventDefault();
    act();
  };
  // In front of the player's own keys.
  useWindowKeys(on, onKey, true);

  function isName(target: Element): boolean {
    return root.current?.closest("[role=tabpanel]")?.getAttribute("aria-labelledby") === target.id;
  }

  function actionOf(event: KeyboardEvent, inside: boolean): (() => void) | undefined {
    const { toggle, select, seek, position, loopFrom, loopUntil } = listening.getState();
    const asked = singleOf(shortcutTable.compare, event);
    const row = asked === "select" ? takes[Number(latinKey(event)) - 1] : undefined;
    if (row !== undefined) return () => select(row.id);
    if (asked === undefined || asked === "select" || !inside) return undefined;
    const { target } = event;
    if (event.key === " " && target instanceof Element && !isName(target) && takesSpace(target)) return undefined;
    const actions = {
      playOrPause: () => (event.repeat ? undefined : toggle()),
      back: () => seek(position() - jump),
      on: () => seek(position() + jump),
      loopFrom,
      loopUntil,
    } as const;
    return actions[asked];
  }
}
