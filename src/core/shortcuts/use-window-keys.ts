import { useEffect, useEffectEvent } from "react";
import { listen } from "../../kit/listen.ts";

/**
 * Calls back with every key that is pressed anywhere in the page while `on`; always the function of the latest drawing.
 * With `first`, in front of what else listens.
 */
export function useWindowKeys(on: boolean, onKey: (event: KeyboardEvent) => void, first = false): void {
  const onKeyDown = useEffectEvent(onKey);
  useEffect(() => {
    if (on) return listen(window, { keydown: (event) => onKeyDown(event) }, { capture: first });
    return undefined;
  }, [on, first]);
}
