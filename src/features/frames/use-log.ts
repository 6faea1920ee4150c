import { useCallback, useSyncExternalStore } from "react";
import type { Take } from "../../core/takes/takes.ts";

/** What happened to a take's request so far. It is looked at once a frame at most, however fast things happen. */
export function useLog(take: Take) {
  const subscribe = useCallback(
    (listener: () => void) => {
      let frame: number | undefined;
      const unsubscribe = take.log.subscribe(() => {
        frame ??= requestAnimationFrame(() => {
          frame = undefined;
          listener();
        });
      });
      return () => {
        unsubscribe();
        if (frame !== undefined) cancelAnimationFrame(frame);
      };
    },
    [take],
  );
  return useSyncExternalStore(subscribe, take.log.getSnapshot);
}
