import { useEffect, useRef, useState } from "react";

/**
 * Takes files that are dropped anywhere on the page, which would otherwise leave it to show them. Returns whether files
 * are being dragged over it.
 */
export function useFileDrop(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onFile);
  useEffect(() => {
    latest.current = onFile;
  });

  useEffect(() => {
    // Entering an inner element comes before leaving the outer one, so the two are counted against each other.
    let depth = 0;
    const holdsFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes("Files") === true;
    const listeners = {
      dragenter(event: DragEvent) {
        if (!holdsFiles(event)) return;
        event.preventDefault();
        depth++;
        setOver(true);
      },
      dragover(event: DragEvent) {
        if (!holdsFiles(event) || event.dataTransfer === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = "copy";
      },
      dragleave(event: DragEvent) {
        if (!holdsFiles(event)) return;
        depth = Math.max(0, depth - 1);
        if (depth === 0) setOver(false);
      },
      drop(event: DragEvent) {
        depth = 0;
        setOver(false);
        if (!holdsFiles(event)) return;
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file !== undefined) latest.current(file);
      },
    };
    window.addEventListener("dragenter", listeners.dragenter);
    window.addEventListener("dragover", listeners.dragover);
    window.addEventListener("dragleave", listeners.dragleave);
    window.addEventListener("drop", listeners.drop);
    return () => {
      window.removeEventListener("dragenter", listeners.dragenter);
      window.removeEventListener("dragover", listeners.dragover);
      window.removeEventListener("dragleave", listeners.dragleave);
      window.removeEventListener("drop", listeners.drop);
    };
  }, []);
  return over;
}
