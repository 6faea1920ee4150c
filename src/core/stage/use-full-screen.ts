import { useEffect, useState, useSyncExternalStore } from "react";
import { listen } from "../../kit/listen.ts";

/** The whole screen for the presentation. */
export interface FullScreen {
  /** An iPhone has none for pages. */
  readonly available: boolean;
  readonly on: boolean;
  /** Whether the browser refused it the last time. */
  readonly refused: boolean;
  /** Call it inside a person's click or key. */
  toggle(): void;
  enter(): void;
}

/** The document's full screen; left when the component goes. */
export function useFullScreen(): FullScreen {
  const on = useSyncExternalStore(follow, () => document.fullscreenElement !== null);
  const [refused, setRefused] = useState(false);
  useEffect(() => leave, []);

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

function isAvailable(): boolean {
  return document.fullscreenEnabled === true && "requestFullscreen" in document.documentElement;
}

function follow(listener: () => void): () => void {
  return listen(document, { fullscreenchange: listener });
}
