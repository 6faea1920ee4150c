import { type RefObject, useEffect, useRef } from "react";

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A field that has the focus as it comes: after a menu that was closed has given it back. */
export function useFocusSoon<Kind extends Field = HTMLInputElement>(): RefObject<Kind | null> {
  const field = useRef<Kind>(null);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      field.current?.focus();
      // A line is written anew; in several one goes on.
      if (field.current instanceof HTMLInputElement) field.current.select();
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return field;
}
