import { useEffect, useState } from "react";
import { listen } from "./listen.ts";

/**
 * How long a pointer rests on something before it is told of, and how long it may take from there to the hint.
 * Milliseconds.
 */
const openDelay = 250;
const closeDelay = 120;

/** How far from a hint the pointer may be on its way there from what it describes. CSS pixels. */
const reach = 8;

/** What has a popup open, which says more than the hint and must not lie below it. */
const opened = '[aria-haspopup][aria-expanded="true"]';

/** Ends the hint that is shown. There is one at a time: what lies below a hint may have one, too. */
let endShown = (): void => {};

/**
 * Whether the hint for `anchor` is shown, whose text has `id`: while the pointer rests on one of them, while the
 * keyboard is on the anchor, and after a touch until the next one elsewhere. Escape, or a press with the mouse, ends it
 * (WCAG 1.4.13); where a press does nothing else than ask for it (`isAsked`), it is shown at once.
 */
export function useHint(anchor: HTMLElement | null, id: string, isAsked: boolean): boolean {
  const [shown, setShown] = useState(false);
  const [wish] = useState(createWish);

  useEffect(() => {
    if (anchor === null) return;
    const later = (next: boolean, delay: number): void =>
      wish.make(() => setShown(next && !anchor.matches(opened)), delay);
    const stop = listen(anchor, {
      pointerenter: ({ pointerType }) => pointerType === "touch" || later(true, openDelay),
      pointerleave: ({ pointerType }) => pointerType === "touch" || later(false, closeDelay),
      pointerdown: ({ pointerType }) => later(isAsked || pointerType === "touch", 0),
      // A label never has the focus itself: what it names has.
      focusin: ({ target }) => target instanceof Element && target.matches(":focus-visible") && later(true, 0),
      focusout: () => later(false, 0),
    });
    return () => {
      stop();
      wish.drop();
    };
  }, [anchor, isAsked, wish]);

  useEffect(() => {
    if (!shown) return;
    const end = (): void => wish.make(() => setShown(false), 0);
    endShown();
    endShown = end;
    const stopKeys = listen(document, { keydown: ({ key }) => key === "Escape" && end() }, { capture: true });
    const watch = new MutationObserver(() => anchor?.matches(opened) === true && end());
    if (anchor !== null) watch.observe(anchor, { attributeFilter: ["aria-expanded"] });
    // By its place: the hint itself takes no part in pointing, so that a press reaches what it lies over.
    let wasOver = false;
    const stopPointer = listen(document, {
      pointerdown({ target }) {
        if (target instanceof Node && anchor?.contains(target) !== true) end();
      },
      pointermove({ pointerType, target, clientX, clientY }) {
        if (pointerType === "touch") return;
        const isOver = isWithin(document.getElementById(id)?.closest("[role=tooltip]"), clientX, clientY);
        if (isOver) wish.drop();
        else if (wasOver && !(target instanceof Node && anchor?.contains(target) === true))
          wish.make(() => setShown(false), closeDelay);
        wasOver = isOver;
      },
    });
    return () => {
      stopKeys();
      stopPointer();
      watch.disconnect();
      if (endShown === end) endShown = () => {};
    };
  }, [anchor, id, shown, wish]);

  return shown;
}

function isWithin(hint: Element | null | undefined, x: number, y: number): boolean {
  if (hint === null || hint === undefined) return false;
  const { left, right, top, bottom } = hint.getBoundingClientRect();
  return x >= left - reach && x <= right + reach && y >= top - reach && y <= bottom + reach;
}

/** What is to happen next; a later wish takes the place of an earlier one. */
function createWish() {
  let waiting = 0;
  return {
    make(what: () => void, delay: number): void {
      clearTimeout(waiting);
      if (delay === 0) what();
      else waiting = window.setTimeout(what, delay);
    },
    drop: () => clearTimeout(waiting),
  };
}
