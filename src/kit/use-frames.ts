import { useEffect, useEffectEvent } from "react";

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
