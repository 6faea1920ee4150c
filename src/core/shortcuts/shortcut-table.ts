import { isModified, latinKey, type PressedKey } from "../../kit/pressed-key.ts";
import { actionAt, rowGridKeys } from "../../kit/row-grid-keys.ts";

/** What a slider does everywhere, so that nobody has to learn it anew. */
const sliderKeys = {
  on: ["ArrowRight", "ArrowUp"],
  back: ["ArrowLeft", "ArrowDown"],
  farOn: ["PageUp"],
  farBack: ["PageDown"],
  toStart: ["Home"],
  toEnd: ["End"],
} as const;

/**
 * Every key that does something of its own, by where it works and what it does: the one place in which handlers look
 * keys up, and from which the list of shortcuts is made. Keys are named as `KeyboardEvent.key` names them, letters
 * small; modifiers stand in front, `Mod` for ⌘ or Ctrl. What every page does (Tab, Escape, arrows between radios) isn't
 * here.
 */
export const shortcutTable = {
  page: { speak: ["Mod+Enter"], fold: ["f"], present: ["p"], help: ["?"] },
  player: {
    playOrPause: [" ", "k"],
    back: ["j"],
    on: ["l"],
    stop: ["s"],
    toggleMuted: ["m"],
    slower: ["<"],
    faster: [">"],
  },
  waveform: sliderKeys,
  ...rowGridKeys,
  takes: {
    hear: ["Enter", " "],
    star: ["s"],
    edit: ["e", "F2"],
    restore: ["r"],
    compare: ["c"],
    present: ["a"],
    choose: ["x"],
    remove: ["Delete", "Backspace"],
  },
  compare: {
    select: ["1", "2", "3", "4", "5", "6"],
    playOrPause: [" ", "k"],
    back: ["j"],
    on: ["l"],
    loopFrom: ["["],
    loopUntil: ["]"],
  },
  comparePosition: sliderKeys,
  blind: {
    a: ["a"],
    b: ["b"],
    x: ["x"],
    playOrPause: [" "],
    preferA: ["ArrowLeft"],
    preferB: ["ArrowRight"],
    none: ["ArrowDown"],
  },
  batch: { hear: [" "], show: ["Enter"], star: ["s"], repeat: ["r"] },
  voices: {
    choose: ["Enter"],
    hear: ["Shift+Enter"],
    favour: ["Alt+Enter"],
    tick: ["Alt+Shift+Enter"],
    speak: ["Mod+Enter"],
  },
  words: { hear: ["Enter"] },
  handle: {
    higher: ["ArrowUp"],
    lower: ["ArrowDown"],
    muchHigher: ["PageUp"],
    muchLower: ["PageDown"],
    usual: ["Delete"],
  },
  programme: { higher: ["Alt+ArrowUp"], lower: ["Alt+ArrowDown"] },
  /** Clickers send the first ones of `on`, `back`, `black` and `wholeScreen`. */
  present: {
    on: ["PageDown", "ArrowRight", "Enter"],
    back: ["PageUp", "ArrowLeft"],
    next: ["Shift+PageDown", "n"],
    previous: ["Shift+PageUp", "p"],
    playOrPause: [" "],
    again: ["Mod+Enter"],
    details: ["d"],
    figures: ["i"],
    write: ["s"],
    goTo: ["g"],
    number: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"],
    black: ["b", "."],
    first: ["Home"],
    last: ["End"],
    louder: ["ArrowUp"],
    quieter: ["ArrowDown"],
    toggleMuted: ["m"],
    list: ["l"],
    window: ["w"],
    fullScreen: ["f"],
    wholeScreen: ["F5"],
    anew: ["Shift+F5"],
    help: ["?"],
    leave: ["Escape"],
  },
} as const;

export type ShortcutPlace = keyof typeof shortcutTable;
export type ShortcutIn<Place extends ShortcutPlace> = keyof (typeof shortcutTable)[Place];

/** The keys that do one thing. */
export function keysOf<Place extends ShortcutPlace>(place: Place, action: ShortcutIn<Place>): readonly string[] {
  const actions: Readonly<Record<PropertyKey, readonly string[]>> = shortcutTable[place];
  return actions[action] ?? [];
}

/** What a place of the table asks for at `key`; undefined where the key means nothing there. */
export function shortcutOf<Name extends string>(
  place: Readonly<Record<Name, readonly string[]>>,
  key: string,
): Name | undefined {
  return actionAt(place, key.length === 1 ? key.toLowerCase() : key);
}

/** What a place of the table asks for at a key that is pressed without a modifier. */
export function singleOf<Name extends string>(
  place: Readonly<Record<Name, readonly string[]>>,
  event: PressedKey,
): Name | undefined {
  return isModified(event) ? undefined : shortcutOf(place, latinKey(event));
}

type Chord = Pick<PressedKey, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** A pressed key with its modifiers, as the table writes it. */
export function chordOf({ key, ctrlKey, metaKey, altKey, shiftKey }: Chord): string {
  const shift = shiftKey && key.length > 1 ? "Shift+" : "";
  return `${ctrlKey || metaKey ? "Mod+" : ""}${altKey ? "Alt+" : ""}${shift}${key}`;
}
