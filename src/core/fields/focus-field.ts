import { flushSync } from "react-dom";
import { boardOf, isFolded } from "../page/board.ts";
import type { Playground } from "../page/playground.ts";

/** Brings a field into view, folded or not, and the keyboard to its control. `key` is its key in the form. */
export function focusField(playground: Playground, key: string): void {
  const { shown, showForm } = boardOf(playground).getState();
  if (isFolded(shown, playground.settings.getState())) flushSync(() => showForm(true));
  const find = () => document.querySelector(`[data-field="${CSS.escape(key)}"]`);
  // What is technical is drawn only where it is open.
  if (find() === null) flushSync(() => playground.settings.setState({ technical: true }));
  const row = find();
  row?.closest("details")?.setAttribute("open", "");
  row?.scrollIntoView({ block: "nearest" });
  const control =
    row?.querySelector("input:checked:enabled[type=radio]") ??
    row?.querySelector("input:enabled:not([type=hidden]), select, button[aria-haspopup]");
  if (control instanceof HTMLElement) control.focus({ preventScroll: true });
}
