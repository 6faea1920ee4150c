import { onApple } from "./platform.ts";

/** A keyboard event, the browser's own or React's. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
  getModifierState(key: "AltGraph"): boolean;
}

/** What stands on a keyboard for another alphabet than the Latin one, which writes none of the page's letters. */
const foreign = /^(?!\p{Script=Latin})[\p{L}\p{M}\p{N}]$/u;

/** Signs that such keyboards lack, by their place and without or with Shift. */
const signs: Readonly<Record<string, readonly [string, string?]>> = {
  BracketLeft: ["["],
  BracketRight: ["]"],
  Comma: [",", "<"],
  Period: [".", ">"],
};

/**
 * The pressed key as `KeyboardEvent.key` names it. Where it writes in another alphabet, it is what stands in its place
 * on a Latin keyboard.
 */
export function latinKey({ key, code, shiftKey }: Pick<PressedKey, "key" | "code" | "shiftKey">): string {
  if (key.charCodeAt(0) < 0x80 || !foreign.test(key)) return key;
  const place = /^(?:Key|Digit)(.)$/.exec(code)?.[1]?.toLowerCase();
  return place ?? signs[code]?.[Number(shiftKey)] ?? key;
}

/** Whether a key is pressed together with a modifier, other than one that is needed to write its sign. */
export function isModified(event: PressedKey): boolean {
  const { key, ctrlKey, metaKey, altKey } = event;
  // Many keyboards write [ and ] with AltGr alone, which is Ctrl and Alt in Windows, and with the option key of a Mac.
  const writes = event.getModifierState("AltGraph") || (onApple && altKey && !ctrlKey && !metaKey);
  return (ctrlKey || metaKey || altKey) && !(writes && key.length === 1);
}
