import { type PointerEvent, useRef, useState } from "react";

interface ScrubOptions {
  readonly enabled: boolean;
  /** The moment (seconds) at `x` CSS pixels from the left. */
  readonly secondsAt: (x: number) => number;
  /** Called with the place and moment under the pointer, and with nothing when it left. */
  readonly onHover: (x: number | undefined, seconds: number | undefined) => void;
  /** Called when the pointer is let go. */
  readonly onSeek: (seconds: number) => void;
}

/**
 * Seeking with mouse, pen or finger: press, drag as far as one likes (the pointer is captured), let go. Until then
 * nothing sounds different, and a finger that turns out to scroll the page changes nothing.
 */
export function useScrub({ enabled, secondsAt, onHover, onSeek }: ScrubOptions) {
  const [active, setActive] = useState(false);
  const wanted = useRef<number>(undefined);

  function follow(event: PointerEvent<HTMLElement>): number | undefined {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const x = Math.min(Math.max(0, event.clientX - left), width);
    const seconds = enabled ? secondsAt(x) : undefined;
    onHover(enabled ? x : undefined, seconds);
    return seconds;
  }

  function end(): void {
    wanted.current = undefined;
    setActive(false);
  }

  return {
    /** Whether somebody drags. */
    active,
    /** Where the drag is at this moment, in seconds. */
    target: () => wanted.current,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (!enabled || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        wanted.current = follow(event);
        setActive(true);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const seconds = follow(event);
        if (wanted.current !== undefined && seconds !== undefined) wanted.current = seconds;
      },
      onPointerUp() {
        if (wanted.current !== undefined) onSeek(wanted.current);
        end();
      },
      onPointerCancel() {
        onHover(undefined, undefined);
        end();
      },
      onPointerLeave() {
        onHover(undefined, undefined);
      },
    },
  };
}
