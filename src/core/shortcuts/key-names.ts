import type { InterfaceLanguage } from "../../contract/language.ts";

/** The names of keys that stand on keyboards by a word, inside of sentences. */
export const keyNames: Readonly<Record<InterfaceLanguage, Readonly<Record<string, string>>>> = {
  en: { Space: "Space", PageUp: "Page up", PageDown: "Page down", Escape: "Esc" },
  zh: { Space: "空格", Enter: "回车", PageUp: "PgUp", PageDown: "PgDn", Escape: "Esc", Backspace: "退格" },
};

/** The names of signs, where they are heard and not seen. */
export const spokenKeyNames: Readonly<Record<InterfaceLanguage, Readonly<Record<string, string>>>> = {
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
export const keyOr: Readonly<Record<InterfaceLanguage, string>> = { en: " or ", zh: "或" };
