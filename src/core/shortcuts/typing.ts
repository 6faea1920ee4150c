/** Input elements in which no letter is typed. */
const wordless = new Set(["range", "radio", "checkbox", "button", "color", "file"]);

/** Whether letters typed at `target` mean text, or a choice from a list. */
export function takesLetters(target: Element): boolean {
  if (target instanceof HTMLInputElement) return !wordless.has(target.type);
  if (target instanceof HTMLElement && target.isContentEditable) return true;
  return target.closest("textarea, select, [role=combobox], [role=listbox], [role=menu], [role=textbox]") !== null;
}

const pressed =
  "button, a[href], summary, audio[controls], video[controls], [role=button], [role=tab], [role=option], [role=switch]";

/** Whether the space bar presses or chooses something at `target`. */
export function takesSpace(target: Element): boolean {
  if (target instanceof HTMLInputElement) return target.type !== "range";
  return target.closest(pressed) !== null;
}
