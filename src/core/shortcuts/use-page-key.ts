import { useSettings } from "../page/playground-context.ts";
import { type ShortcutIn, shortcutTable, singleOf } from "./shortcut-table.ts";
import { takesLetters } from "./typing.ts";
import { useWindowKeys } from "./use-window-keys.ts";

/**
 * Runs something when the page's own single key for it is pressed, wherever the focus is, unless a person turned single
 * keys off. Not where letters are typed, together with a modifier, or while a dialog is open.
 */
export function usePageKey(action: ShortcutIn<"page">, run: () => void): void {
  const on = useSettings(({ shortcuts }) => shortcuts);
  useWindowKeys(on, (event) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return;
    if (singleOf(shortcutTable.page, event) !== action) return;
    if (event.target instanceof Element && takesLetters(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    event.preventDefault();
    run();
  });
}
