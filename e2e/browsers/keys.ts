import { Key } from "selenium-webdriver";

/** Keys that write nothing, each with WebDriver's code of it. */
const codes = {
  Tab: Key.TAB,
  Shift: Key.SHIFT,
  Control: Key.CONTROL,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Home: Key.HOME,
  End: Key.END,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
} as const;

/** A key that writes nothing, as `KeyboardEvent.key` names it. */
export type KeyName = keyof typeof codes;

/** Whether a text names such a key. */
export const isKeyName = (name: string): name is KeyName => Object.hasOwn(codes, name);

/** A key or a chord, such as `Tab`, `a` and `Shift+Tab`: what is held meanwhile, and what is pressed. */
export interface Chord {
  readonly held: readonly KeyName[];
  /** A key's name, or the one character that it writes. */
  readonly pressed: string;
}

/** Reads a chord; throws where it names a key that isn't known here. */
export function readChord(text: string): Chord {
  const names = text.split("+");
  const pressed = names.pop() ?? "";
  if (!names.every(isKeyName) || !(isKeyName(pressed) || Array.from(pressed).length === 1)) {
    throw new Error(`There is no key ${text}.`);
  }
  return { held: names, pressed };
}

/** WebDriver's code of a key, or the character that it writes. */
export const codeOf = (name: string): string => (isKeyName(name) ? codes[name] : name);
