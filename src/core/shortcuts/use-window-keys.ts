import { useEffect, useRef } from "react";

/**
 * Calls back with every key that is pressed anywhere in the page while `on`; always the function of the latest drawing.
 */
export function useWindowKeys(on: boolean, onKey: (event: KeyboardEvent) => void): void {
  const latest = useRef(onKey);
  useEffect(() => {
    latest.current = onKey;
  });
  useEffect(() => {
    if (!on) return;
    const onKeyDown = (event: KeyboardEvent): void => latest.current(event);
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  }, [on]);
}
