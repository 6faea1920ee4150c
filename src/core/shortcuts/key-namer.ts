import type { InterfaceLanguage } from "../../contract/language.ts";
import { onApple } from "../../kit/platform.ts";
import { keyNames, keyOr, spokenKeyNames } from "./key-names.ts";
import { keysOf, type ShortcutIn, type ShortcutPlace } from "./shortcut-table.ts";

/**
 * Names the keys of the table inside of a sentence, so that no text names a key that isn't one: the first one of those
 * that do the same unless `which` says otherwise.
 */
export type KeyNamer = <Place extends ShortcutPlace>(
  place: Place,
  action: ShortcutIn<Place>,
  which?: "first" | "last" | "all",
) => string;

export const keySigns: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  Mod: onApple ? "⌘" : "Ctrl",
  Alt: onApple ? "⌥" : "Alt",
};

/** The namer of an interface language: with signs to be seen, or with words to be heard. */
export function keyNamer(language: InterfaceLanguage, style: "seen" | "heard" = "seen"): KeyNamer {
  const named = { ...keySigns, ...keyNames[language], ...(style === "heard" ? spokenKeyNames[language] : {}) };
  return (place, action, which = "first") => {
    const keys = keysOf(place, action).map((key) => nameOfKey(key, named));
    if (which === "all") return keys.join(keyOr[language]);
    return (which === "last" ? keys.at(-1) : keys[0]) ?? "";
  };
}

/** A key of the table by its name: chords with a plus between their parts, letters large. */
function nameOfKey(key: string, named: Readonly<Record<string, string>>): string {
  if (key === " ") return named["Space"] ?? "Space";
  return key
    .split("+")
    .map((part) => named[part] ?? (part.length === 1 ? part.toUpperCase() : part))
    .join("+");
}
