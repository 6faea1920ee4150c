import { type RefObject, useEffect, useState } from "react";
import { createIdleWatch } from "./idle-watch.ts";

/** How long nobody has to move until only the words are left, in milliseconds. */
const patience = 3_000;

/**
 * What counts as moving. The presentation's own keys never get as far as here: a clicker brings no controls onto the
 * wall.
 */
const signs = ["pointermove", "pointerdown", "keydown", "focusin"] as const;

/** Whether nobody has moved for a while. Not while the keyboard's focus is seen inside, nor while `busy`. */
export function useIdle(root: RefObject<HTMLElement | null>, busy: boolean): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (element === null || busy) return;
    const watch = createIdleWatch({
      after: patience,
      schedule(callback, milliseconds) {
        const timer = setTimeout(callback, milliseconds);
        return () => clearTimeout(timer);
      },
      mayRest: () => element.querySelector(":focus-visible") === null,
      onChange: setIdle,
    });
    let place = "";
    const onSign = (event: Event): void => {
      const before = place;
      // A browser says that the pointer moved when what lies under it did; only another place counts.
      if (event instanceof PointerEvent) place = `${event.screenX} ${event.screenY}`;
      if (event.type !== "pointermove" || place !== before) watch.moved();
    };
    for (const sign of signs) element.addEventListener(sign, onSign, true);
    return () => {
      watch.dispose();
      setIdle(false);
      for (const sign of signs) element.removeEventListener(sign, onSign, true);
    };
  }, [root, busy]);
  return idle;
}
