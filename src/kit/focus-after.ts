import type { RefCallback } from "react";

/**
 * The `ref` of what goes away once something in it was pressed: where it had the focus, that goes on to what `next`
 * finds, and not to the page's beginning. `rest` is the nearest part around it that is still there, and `place` was its
 * place among its neighbours.
 */
export function focusAfter(
  next: (rest: Element, place: number) => HTMLElement | null | undefined,
): RefCallback<HTMLElement> {
  return (element) => () => {
    if (element?.contains(document.activeElement) !== true) return;
    const around: Element[] = [];
    const place = [...(element.parentElement?.children ?? [])].indexOf(element);
    for (let at = element.parentElement; at !== null; at = at.parentElement) around.push(at);
    // What comes in its place is there then.
    queueMicrotask(() => {
      const rest = around.find(({ isConnected }) => isConnected);
      if (rest !== undefined && !element.isConnected && document.activeElement === document.body)
        next(rest, place)?.focus();
    });
  };
}

/** The same where the first button around it is what can be done next. */
export const toFirstButton = focusAfter((rest) => rest.querySelector("button"));

/**
 * The same for a view that another one takes the place of: the focus goes on to the name of the one that came, which is
 * chosen above it, else to what stands in for it.
 */
export const toShownView = focusAfter(
  (rest) =>
    rest.closest("[role=tabpanel]")?.querySelector<HTMLElement>("input[type=radio]:checked, [data-names-view]") ??
    standIn(rest),
);

/** What has the keyboard where something stood: what lies above the page, or the board's tab. */
export function standIn(rest: Element): HTMLElement | null {
  return rest.closest<HTMLElement>("[tabindex]") ?? document.querySelector("[role=tab][aria-selected=true]");
}

/**
 * The same for one of several in a row: the focus goes on to the one in its place, else to the one before it, else to
 * what `otherwise` finds.
 */
export function focusNeighbour(
  otherwise: (rest: Element) => HTMLElement | null | undefined,
  what = "button:enabled",
): RefCallback<HTMLElement> {
  return focusAfter((rest, place) => {
    const near = [...rest.children].slice(0, place + 1).reverse();
    return near.map((each) => each.querySelector<HTMLElement>(what)).find((found) => found !== null) ?? otherwise(rest);
  });
}
