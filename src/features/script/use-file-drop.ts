import { useEffect, useEffectEvent, useState } from "react";
import { listen } from "../../kit/listen.ts";

/**
 * Takes files that are dropped anywhere on the page, which would otherwise leave it to show them. Returns whether files
 * are being dragged over it.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);

  useEffect(() => {
    // Entering an inner element comes before leaving the outer one, so the two are counted against each other.
    let depth = 0;
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
    return listen(window, {
      dragenter(event) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth++;
        setOver(true);
      },
      dragover(event) {
        if (!holdsFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      },
      dragleave(event) {
        if (!holdsFiles(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setOver(false);
      },
      drop(event) {
        depth = 0;
        setOver(false);
        // What was dropped where files are something else has been taken there.
        if (!holdsFiles(event) || event.defaultPrevented) return;
        event.preventDefault();
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length > 0) take(files);
      },
    });
  }, []);
  return over;
}
