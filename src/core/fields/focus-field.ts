/** Brings a field into view and the keyboard to its control. `key` is the field's key in the form. */
export function focusField(key: string): void {
  const row = document.querySelector(`[data-field="${CSS.escape(key)}"]`);
  row?.scrollIntoView({ block: "nearest" });
  const control = row?.querySelector("input:enabled:not([type=hidden]), select, button[aria-haspopup]");
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}
