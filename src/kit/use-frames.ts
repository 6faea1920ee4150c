import { useEffect, useRef } from "react";

/**
 * Calls `draw` before each frame while `running`, and once whenever something changed. Nothing runs while nothing
 * moves.
 */
export function useFrames(draw: () => void, running: boolean): void {
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
    draw();
  });
  useEffect(() => {
    if (!running) return;
    let frame = requestAnimationFrame(function next() {
      latest.current();
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [running]);
}
