import { useEffect } from "react";
import { listen } from "../../kit/listen.ts";

/** Keeps the screen awake where the browser can: a pause between two items mustn't turn a projector dark. */
export function useWakeLock(): void {
  useEffect(() => {
    let gone = false;
    let lock: WakeLockSentinel | undefined;
    function ask(): void {
      if (document.visibilityState !== "visible") return;
      navigator.wakeLock?.request("screen").then(
        (given) => {
          if (gone) void given.release();
          else lock = given;
        },
        // A battery that runs low refuses; the show goes on.
        () => {},
      );
    }
    ask();
    // A browser lets go of it when the page is out of sight.
    const stop = listen(document, { visibilitychange: ask });
    return () => {
      gone = true;
      stop();
      void lock?.release();
    };
  }, []);
}
