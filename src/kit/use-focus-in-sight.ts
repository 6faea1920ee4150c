import { type RefObject, useEffect } from "react";
import { listen } from "./listen.ts";

/**
 * What has the focus inside of `box` stays in sight when something above it comes late or grows (WCAG 2.4.11). Browsers
 * see to that only where one has scrolled already, and Safari nowhere.
 */
export function useFocusInSight(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // Who scrolled away from it isn't brought back; what grew and pushed it away is told by `frame`, until it is
    // mended.
    let seen: Element | undefined;
    let frame: number | undefined;
    const sight = new IntersectionObserver(
      (entries) => {
        if (frame !== undefined) return;
        const latest = entries.at(-1);
        seen = latest?.isIntersecting === true ? latest.target : undefined;
      },
      { threshold: 0.5 },
    );
    // In a frame of its own: what scrolling brings into sight may grow, which an observer must not cause while it is
    // told.
    const size = new ResizeObserver(() => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        seen?.scrollIntoView({ block: "nearest" });
      });
    });
    for (const part of element.children) size.observe(part);
    const forget = (): void => {
      sight.disconnect();
      seen = undefined;
    };
    const stop = listen(element, {
      focusin({ target }) {
        forget();
        if (!(target instanceof Element)) return;
        seen = target;
        sight.observe(target);
      },
      focusout: forget,
    });
    return () => {
      stop();
      if (frame !== undefined) cancelAnimationFrame(frame);
      sight.disconnect();
      size.disconnect();
    };
  }, [box]);
}
