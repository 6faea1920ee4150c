import type { InterfaceLanguage } from "../../contract/language.ts";
import { onApple } from "../../kit/platform.ts";
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

/** The names of keys that stand on keyboards by a word, inside of sentences. */
const keyNames: Readonly<Record<InterfaceLanguage, Readonly<Record<string, string>>>> = {
  en: { Space: "Space", PageUp: "Page up", PageDown: "Page down", Escape: "Esc" },
  zh: { Space: "空格", Enter: "回车", PageUp: "PgUp", PageDown: "PgDn", Escape: "Esc", Backspace: "退格" },
};

/** The names of signs, where they are heard and not seen. */
const spokenKeyNames: Readonly<Record<InterfaceLanguage, Readonly<Record<string, string>>>> = {
  en: {
    ArrowUp: "the up arrow",
    ArrowDown: "the down arrow",
    ArrowLeft: "the left arrow",
    ArrowRight: "the right arrow",
    ".": "the full stop",
  },
  zh: { ArrowUp: "上方向键", ArrowDown: "下方向键", ArrowLeft: "左方向键", ArrowRight: "右方向键", ".": "句点键" },
};

/** Stands between keys that do the same. */
const keyOr: Readonly<Record<InterfaceLanguage, string>> = { en: " or ", zh: "或" };
