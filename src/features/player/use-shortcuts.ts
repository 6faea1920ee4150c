import { useSettings } from "../../core/page/playground-context.ts";
import { type ShortcutIn, shortcutOf, shortcutTable } from "../../core/shortcuts/shortcut-table.ts";
import { takesLetters, takesSpace } from "../../core/shortcuts/typing.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { type Controls, useControls } from "./controls.ts";

/** Plays, pauses and seeks by single keys, wherever the focus is, unless a person turned that off. */
export function useShortcuts(): void {
  const on = useSettings(({ shortcuts }) => shortcuts);
  const controls = useControls();
  useWindowKeys(on, (event) => {
    const action = actionOf(event);
    if (action === undefined) return;
    event.preventDefault();
    controls[action]();
  });
}

/** What a single key does, as people know it from other players. */
type ShortcutAction = ShortcutIn<"player"> & keyof Controls;

/**
 * What `event` asks of the player. Nothing where the key belongs to something else: in text, in lists and menus that
 * take letters, in dialogs, together with a modifier; and the space bar wherever it presses a button or chooses.
 */
function actionOf(event: KeyboardEvent): ShortcutAction | undefined {
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const action = shortcutOf(shortcutTable.player, event.key);
  if (action === undefined || (event.repeat && action !== "back" && action !== "on")) return undefined;
  const { target } = event;
  if (!(target instanceof Element)) return action;
  if (takesLetters(target) || document.querySelector("dialog[open]") !== null) return undefined;
  return event.key === " " && takesSpace(target) ? undefined : action;
}
