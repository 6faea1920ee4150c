import type { RefCallback } from "react";

/**
 * The `ref` of what goes away once something in it was pressed: where it had the focus, that goes on to what `next`
 * finds, and not to the page's beginning. `rest` is the nearest part around it that is still there.
 */
export function focusAfter(next: (rest: Element) => HTMLElement | null | undefined): RefCallback<HTMLElement> {
  return (element) => () => {
    if (element?.contains(document.activeElement) !== true) return;
    const around: Element[] = [];
    for (let at = element.parentElement; at !== null; at = at.parentElement) around.push(at);
    // What comes in its place is there then.
    queueMicrotask(() => {
      const rest = around.find(({ isConnected }) => isConnected);
      if (rest !== undefined && !element.isConnected && document.activeElement === document.body) next(rest)?.focus();
    });
  };
}
