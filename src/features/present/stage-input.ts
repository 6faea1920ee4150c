import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { useSettings } from "../../core/page/playground-context.ts";
import { useWindowKeys } from "../../core/shortcuts/use-window-keys.ts";
import { type PresenterAction, presenterActionOf } from "../../core/stage/stage-keys.ts";
import { listen } from "../../kit/listen.ts";
import { latinKey } from "../../kit/pressed-key.ts";

/** Gives the presentation's keys to `act` for as long as it is open, wherever the focus is. */
export function usePresenterKeys(
  dialog: RefObject<HTMLDialogElement | null>,
  act: (action: PresenterAction, key: string) => void,
): void {
  const single = useSettings(({ stageKeys }) => stageKeys);
  useWindowKeys(
    true,
    (event) => {
      const { target } = event;
      // What stands above the stage, such as the list of shortcuts, has keys of its own.
      if (target instanceof Element && target.closest("dialog") !== dialog.current && target !== document.body) return;
      const action = presenterActionOf(event, single);
      if (action === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      act(action, latinKey(event));
    },
    true,
  );
}

/** How far a finger must go for a swipe, in CSS pixels, and how much further sideways than up or down. */
const shortest = 60;
const slope = 2;

/** Where a finger that is pulled seeks: at a slider, and in a picture of sound. */
const seeks = "input[type=range], [data-picture]";

/**
 * Calls `go` when a finger has swiped over `root`, except where it seeks: with 1 to the left, as one turns a page on,
 * with -1 to the right.
 */
export function useSwipes(root: RefObject<HTMLElement | null>, go: (direction: 1 | -1) => void): void {
  const turn = useEffectEvent(go);
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    let from: Touch | undefined;
    const listeners = {
      touchstart({ touches, target }: TouchEvent) {
        const isPull = target instanceof Element && target.closest(seeks) !== null;
        // Two fingers want to see it larger.
        from = touches.length === 1 && !isPull ? touches[0] : undefined;
      },
      touchend({ changedTouches }: TouchEvent) {
        const start = from;
        const to = [...changedTouches].find(({ identifier }) => identifier === start?.identifier);
        from = undefined;
        if (start === undefined || to === undefined) return;
        const aside = to.clientX - start.clientX;
        const along = Math.abs(to.clientY - start.clientY);
        if (Math.abs(aside) >= shortest && Math.abs(aside) >= slope * along) turn(aside < 0 ? 1 : -1);
      },
    };
    return listen(element, listeners, { passive: true });
  }, [root]);
}

/** How long a number that was typed waits for Enter, in milliseconds. */
const numberWaits = 4_000;

/** A number that is typed, digit by digit, empty before its first one; it is forgotten after a while. */
export function useTyped() {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => setTyped(undefined), numberWaits);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped };
}
