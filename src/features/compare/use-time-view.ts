import { type RefObject, useEffect, useRef, useState } from "react";
import { listen } from "../../kit/listen.ts";
import type { ComparedListeningStore } from "./compared-listening.ts";
import { scroll, type TimeView, zoom } from "./time-view.ts";

/** How much one step of a wheel zooms. */
const perPixel = 0.002;

/**
 * Which stretch of time is shown: all of it until somebody zooms. With Ctrl or ⌘ the wheel zooms around the pointer, as
 * pinching does; sideways, or with Shift, it scrolls.
 */
export function useTimeView(duration: number, lanes: RefObject<HTMLElement | null>, listening: ComparedListeningStore) {
  const [zoomed, setZoomed] = useState<TimeView>();
  const whole = zoomed === undefined || zoomed.until > duration + 1e-6;
  const view: TimeView = whole ? { from: 0, until: duration } : zoomed;
  const setView = (next: TimeView): void => setZoomed(next.until - next.from >= duration - 1e-6 ? undefined : next);
  const latest = useRef({ view, duration, setView });
  useEffect(() => {
    latest.current = { view, duration, setView };
  });

  useEffect(() => {
    const element = lanes.current;
    if (element === null) return;
    function onWheel(event: WheelEvent): void {
      const picture = event.target instanceof Element ? event.target.closest("[data-picture]") : null;
      const { view: shown, duration: all, setView: show } = latest.current;
      if (picture === null || all === 0) return;
      const { left, width } = picture.getBoundingClientRect();
      const length = shown.until - shown.from;
      const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
      if (event.ctrlKey || event.metaKey) {
        const around = shown.from + ((event.clientX - left) / width) * length;
        show(zoom(shown, Math.exp(event.deltaY * perPixel), around, all));
      } else if (Math.abs(sideways) > 0 && (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))) {
        show(scroll(shown, (sideways / width) * length, all));
      } else return;
      event.preventDefault();
    }

    /** A press or a pull on any picture seeks in all of them. */
    function seekTo(event: PointerEvent): void {
      const picture = event.target instanceof Element ? event.target.closest("[data-picture]") : null;
      if (picture === null || (event.type === "pointermove" && event.buttons !== 1) || event.button > 0) return;
      if (event.type === "pointerdown") picture.setPointerCapture(event.pointerId);
      const { left, width } = picture.getBoundingClientRect();
      const { view: shown } = latest.current;
      const share = Math.min(1, Math.max(0, (event.clientX - left) / Math.max(1, width)));
      listening.getState().seek(shown.from + share * (shown.until - shown.from));
    }

    return listen(element, { wheel: onWheel, pointerdown: seekTo, pointermove: seekTo }, { passive: false });
  }, [lanes, listening]);

  return { view, whole, setView };
}
