import type { Virtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef, useSyncExternalStore } from "react";

/**
 * The size of a letter in pixels, to which a person's wishes and the window's width have set it: 1 rem. It follows
 * both.
 */
export function useRem(): number {
  return useSyncExternalStore(followLetters, remNow);
}

/** Lays a virtual list out anew when `rem` has changed, with the same row at the top. */
export function useRemeasured(virtual: Virtualizer<HTMLDivElement, Element>, rem: number): void {
  const laidOut = useRef(rem);
  useLayoutEffect(() => {
    if (laidOut.current === rem) return;
    laidOut.current = rem;
    const top = (virtual.scrollOffset ?? 0) > 0 ? virtual.range?.startIndex : undefined;
    virtual.measure();
    if (top !== undefined) virtual.scrollToIndex(top, { align: "start" });
  }, [virtual, rem]);
}

function remNow(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

const listeners = new Set<() => void>();
let watched: { readonly ruler: HTMLElement; readonly observer: ResizeObserver } | undefined;

/** Nothing tells when the root's letters change, but something that is one letter wide does. */
function followLetters(listener: () => void): () => void {
  listeners.add(listener);
  watched ??= watch();
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    watched?.observer.disconnect();
    watched?.ruler.remove();
    watched = undefined;
  };
}

function watch(): NonNullable<typeof watched> {
  const ruler = document.createElement("div");
  ruler.setAttribute("aria-hidden", "true");
  Object.assign(ruler.style, { position: "fixed", width: "1rem", height: "0", visibility: "hidden" });
  document.body.append(ruler);
  const observer = new ResizeObserver(() => {
    for (const listener of listeners) listener();
  });
  observer.observe(ruler);
  return { ruler, observer };
}
