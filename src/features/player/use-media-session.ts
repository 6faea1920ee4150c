import { useEffect } from "react";
import { bindMediaSession } from "../../core/sound/media-session.ts";
import type { Take } from "../../core/takes/takes.ts";

/** Shows `take` to the system's own controls for as long as it is the one that is heard. */
export function useMediaSession(take: Take | undefined): void {
  useEffect(() => {
    if (take === undefined || !("mediaSession" in navigator) || !("MediaMetadata" in window)) return;
    return bindMediaSession(
      navigator.mediaSession,
      (init) => new MediaMetadata(init),
      take,
      () => performance.now(),
    );
  }, [take]);
}
