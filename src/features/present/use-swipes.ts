import { type RefObject, useEffect, useRef } from "react";

/** How far a finger must go for a swipe, in CSS pixels, and how much further sideways than up or down. */
const shortest = 60;
const slope = 2;

/**
 * Calls `go` when a finger has swiped over `root`: with 1 to the left, as one turns a page on, with -1 to the right.
 */
export function useSwipes(root: RefObject<HTMLElement | null>, go: (direction: 1 | -1) => void): void {
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    let from: Touch | undefined;
    const onStart = ({ touches }: TouchEvent): void => {
      // Two fingers want to see it larger.
      from = touches.length === 1 ? touches[0] : undefined;
    };
    const onEnd = ({ changedTouches }: TouchEvent): void => {
      const start = from;
      const to = [...changedTouches].find(({ identifier }) => identifier === start?.identifier);
      from = undefined;
      if (start === undefined || to === undefined) return;
      const aside = to.clientX - start.clientX;
      const along = Math.abs(to.clientY - start.clientY);
      if (Math.abs(aside) >= shortest && Math.abs(aside) >= slope * along) latest.current(aside < 0 ? 1 : -1);
    };
    element.addEventListener("touchstart", onStart, { passive: true });
    element.addEventListener("touchend", onEnd, { passive: true });
    return () => {
      element.removeEventListener("touchstart", onStart);
      element.removeEventListener("touchend", onEnd);
    };
  }, [root]);
}
