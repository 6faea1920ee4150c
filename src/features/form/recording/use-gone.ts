import { type RefObject, useEffect, useRef } from "react";

/** Whether a component has left the page: what comes late for it changes nothing any more. */
export function useGone(): Readonly<RefObject<boolean>> {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}
