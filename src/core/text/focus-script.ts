/** Brings the script into view and the keyboard to it. */
export function focusScript(): void {
  const area = document.querySelector("textarea[data-script]");
  if (area instanceof HTMLElement) area.focus();
}
