import type { Controls } from "../../features/player/controls.ts";
import { type ShortcutIn, shortcutOf, shortcutTable } from "./shortcut-table.ts";

/** What a single key does, as people know it from other players. */
export type ShortcutAction = ShortcutIn<"player"> & keyof Controls;

/** Input elements in which no letter is typed. */
const wordless = new Set(["range", "radio", "checkbox", "button", "color", "file"]);

/**
 * What `event` asks of the player. Nothing where the key belongs to something else: in text, in lists and menus that take
 * letters, in dialogs, together with a modifier; and the space bar wherever it presses a button or chooses.
 */
export function actionOf(event: KeyboardEvent): ShortcutAction | undefined {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const action = shortcutOf(shortcutTable.player, event.key);
  if (action === undefined || (event.repeat && action !== "back" && action !== "on")) return undefined;
  const { target } = event;
  if (!(target instanceof Element)) return action;
  if (takesLetters(target) || document.querySelector("dialog[open]") !== null) return undefined;
  return event.key === " " && takesSpace(target) ? undefined : action;
}

/** Whether letters typed at `target` mean text, or a choice from a list. */
export function takesLetters(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !wordless.has(target.type);
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target.closest("textarea, select, [role=combobox], [role=listbox], [role=menu], [role=textbox]") !== null;
}

/** Whether the space bar presses or chooses something at `target`. */
export function takesSpace(target: Element): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target.closest("button, a[href], summary, [role=button], [role=tab], [role=option], [role=switch]") !== null;
}
