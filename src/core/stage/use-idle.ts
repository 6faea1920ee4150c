import { type RefObject, useEffect, useState } from "react";
import { listen } from "../../kit/listen.ts";

/** How long nobody has to move until only the words are left, in milliseconds. */
const patience = 3_000;

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
    const stop = listen(
      element,
      // The presentation's own keys never get as far as here: a clicker brings no controls onto the wall.
      { pointermove: onSign, pointerdown: onSign, keydown: onSign, focusin: onSign },
      { capture: true },
    );
    return () => {
      watch.dispose();
      setIdle(false);
      stop();
    };
  }, [root, busy]);
  return idle;
}

interface IdleOptions {
  /** How long nobody has to move, in milliseconds. */
  readonly after: number;
  /** Calls back after so many milliseconds; the answer calls it off. */
  readonly schedule: (callback: () => void, milliseconds: number) => () => void;
  /** Whether it counts: somebody who works with the keyboard needs to see where they are. */
  readonly mayRest: () => boolean;
  readonly onChange: (idle: boolean) => void;
}

/** Tells when nobody has moved for a while. It begins as if somebody had just moved. */
export function createIdleWatch({ after, schedule, mayRest, onChange }: IdleOptions) {
  let idle = false;
  let callOff = schedule(rest, after);

  function rest(): void {
    idle = mayRest();
    if (idle) onChange(true);
    else callOff = schedule(rest, after);
  }

  return {
    /** To be called whenever somebody moves. */
    moved(): void {
      callOff();
      callOff = schedule(rest, after);
      if (idle) onChange(false);
      idle = false;
    },
    dispose: () => callOff(),
  };
}
