import { onApple } from "../../kit/platform.ts";
import { keysOf, type ShortcutIn, type ShortcutPlace } from "./shortcut-table.ts";

/** The keys of an action as `aria-keyshortcuts` wants them. */
export function ariaKeys<Place extends ShortcutPlace>(place: Place, action: ShortcutIn<Place>): string {
  return keysOf(place, action)
    .map((key) => (key === " " ? "Space" : key.length === 1 ? key.toUpperCase() : key))
    .map((key) => key.replace("Mod", onApple ? "Meta" : "Control"))
    .join(" ");
}
