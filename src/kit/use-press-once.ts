import { useEffect } from "react";
import { listen } from "./listen.ts";

/**
 * Enter that is held down presses a button once. Browsers press it some thirty times a second, and each press of Speak
 * or Repeat may cost.
 */
export function usePressOnce(): void {
  useEffect(() => {
    const once = (event: KeyboardEvent): void => {
      if (event.repeat && event.key === "Enter" && event.target instanceof HTMLButtonElement) event.preventDefault();
    };
    return listen(window, { keydown: once });
  }, []);
}
