import { useEffect, useEffectEvent } from "react";

/** Into so many steps a whole is divided: finer than a screen's pixels, coarser than its frames. */
const steps = 4_000;

/** A share of a whole, from 0 to 1, in steps that can be seen: a frame that writes what stands there isn't drawn. */
export const inSteps = (share: number): number => Math.round(share * steps) / steps;

/** Writes a text that isn't there yet: to write the same one again would have it drawn. */
export function showText(element: HTMLElement | null, text: string): void {
  if (element !== null && element.textContent !== text) element.textContent = text;
}

/** Says a slider's place in words, once for each that differs, so that a screen reader isn't told sixty times. */
export function tellPlace(slider: HTMLElement | null, words: string): void {
  if (slider?.getAttribute("aria-valuetext") !== words) slider?.setAttribute("aria-valuetext", words);
}

/**
 * Calls `draw` before each frame while `running`, and once whenever something changed. Nothing runs while nothing
 * moves.
 */
export function useFrames(draw: () => void, running: boolean): void {
  const drawNow = useEffectEvent(draw);
  useEffect(() => {
    draw();
  });
  useEffect(() => {
    if (!running) return;
    let frame = requestAnimationFrame(function next() {
      drawNow();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [running]);
}
