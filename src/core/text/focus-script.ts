/** Brings the script into view and the keyboard to it, with what stands from `start` to `end` selected, if given. */
export function focusScript(start?: number, end?: number): void {
  const area = document.querySelector("textarea[data-script]");
  if (!(area instanceof HTMLTextAreaElement)) return;
  area.focus();
  if (start !== undefined) area.setSelectionRange(start, end ?? start);
}
