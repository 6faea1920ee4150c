import { useEffect } from "react";
import type { Take } from "../../core/takes/takes.ts";

/** Shows `take` to the system's own controls for as long as it is the one that is heard. */
export function useMediaSession(take: Take | undefined): void {
  useEffect(() => {
    if (take === undefined || !("mediaSession" in navigator) || !("MediaMetadata" in window)) return;
    let gone = false;
    let end: (() => void) | undefined;
    // Not needed for the first sound; where it doesn't come, the system's controls show nothing.
    import("./media-session.ts").then(
      ({ bindMediaSession }) => {
        if (gone) return;
        end = bindMediaSession(
          navigator.mediaSession,
          (init) => new MediaMetadata(init),
          take,
          () => performance.now(),
        );
      },
      () => undefined,
    );
    return () => {
      gone = true;
      end?.();
    };
  }, [take]);
}
