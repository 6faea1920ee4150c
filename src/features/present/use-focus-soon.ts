import { type RefObject, useEffect, useRef } from "react";

/** A field that has the focus as it comes: after a menu that was closed has given it back. */
export function useFocusSoon(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.select());
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}
