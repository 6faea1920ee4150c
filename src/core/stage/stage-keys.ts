import { isModified, latinKey } from "../../kit/pressed-key.ts";
import { chordOf, type ShortcutIn, shortcutOf, shortcutTable, singleOf } from "../shortcuts/shortcut-table.ts";
import { takesLetters, takesSpace } from "../shortcuts/typing.ts";

/** What a key does in the presentation. Escape is the browser's. */
export type PresenterAction = Exclude<ShortcutIn<"present">, "leave">;

/** Whether a slider has `key` to itself. A clicker's keys go to the presentation, wherever the mouse was last. */
function isSliderKey(key: string): boolean {
  const asked = shortcutOf(shortcutTable.waveform, key);
  return key === "Enter" || (asked !== undefined && asked !== "farOn" && asked !== "farBack");
}

/** Whether a key is a letter or a sign, which a person may turn off (WCAG 2.1.4). The space bar is neither. */
const isSign = (key: string): boolean => key.length === 1 && key !== " ";

/** What a number field has to itself: a clicker, and every letter, still belong to the presentation. */
const numberKeys = /^(?:\d|Enter|Home|End|Arrow.*)$/;

/** Whether `key` writes, or changes something, at `target`. */
function isWriting(target: Element, key: string): boolean {
  if (target instanceof HTMLInputElement && target.type === "number") return numberKeys.test(key);
  return takesLetters(target);
}

/** What a key that is held down does again and again. */
const repeating: ReadonlySet<PresenterAction> = new Set(["louder", "quieter"]);

/** Whether the arrows scroll what the focus is in: a text that is longer than the stage, or the programme. */
function scrolls(target: Element): boolean {
  const part = target.closest("section");
  return part !== null && [part, ...part.children].some((each) => each.scrollHeight > each.clientHeight);
}

/**
 * What `event` asks of the presentation. Nothing where the key belongs to something else: in text, at a slider,
 * together with a modifier, and where Enter or the space bar presses a button.
 *
 * @param single whether single letters and signs do something, which a person may turn off.
 */
export function presenterActionOf(event: KeyboardEvent, single: boolean): PresenterAction | undefined {
  if (event.isComposing) return undefined;
  const key = latinKey(event);
  const modified = isModified(event);
  const action = shortcutOf(shortcutTable.present, chordOf(event)) ?? singleOf(shortcutTable.present, event);
  if (action === undefined || action === "leave" || (isSign(key) && !single)) return undefined;
  if (event.repeat && !repeating.has(action)) return undefined;
  const { target } = event;
  if (!(target instanceof Element)) return action;
  if (isWriting(target, key)) return undefined;
  if ((key === " " || key === "Enter") && !modified && takesSpace(target)) return undefined;
  if ((action === "louder" || action === "quieter") && scrolls(target)) return undefined;
  const isSlider = target instanceof HTMLInputElement && target.type === "range";
  return isSlider && !modified && isSliderKey(key) ? undefined : action;
}
