import { useEffect, useState, useSyncExternalStore } from "react";
import { listen } from "../../kit/listen.ts";

export type FullScreen = ReturnType<typeof useFullScreen>;

/** The whole screen for the presentation; left when the component goes. */
export function useFullScreen() {
  const on = useSyncExternalStore(follow, () => document.fullscreenElement !== null);
  /** Whether the browser refused it the last time. */
  const [refused, setRefused] = useState(false);
  useEffect(() => leave, []);

  /** Call it inside a person's click or key, as `toggle`. */
  function enter(): void {
    if (!isAvailable() || document.fullscreenElement !== null) return;
    // The document, not the dialog: a dialog may not be asked for, and what is asked of a person above it would not be
    // seen.
    document.documentElement.requestFullscreen({ navigationUI: "hide" }).then(
      () => setRefused(false),
      () => setRefused(true),
    );
  }

  return { available: isAvailable(), on, refused, enter, toggle: () => (on ? leave() : enter()) };
}

/** Leaves the full screen, where there is one. */
export function leave(): void {
  if (document.fullscreenElement != null) document.exitFullscreen().catch(() => undefined);
}

/** An iPhone has none for pages. */
function isAvailable(): boolean {
  return document.fullscreenEnabled === true && "requestFullscreen" in document.documentElement;
}

function follow(listener: () => void): () => void {
  return listen(document, { fullscreenchange: listener });
}
