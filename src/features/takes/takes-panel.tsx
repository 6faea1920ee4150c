import { startTransition, useEffect, useState } from "react";
import { lazyWithRetry } from "../../core/page/lazy-with-retry.tsx";
import { onceUsed } from "../../core/page/once-used.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import { mayHide } from "../../core/takes/library.ts";
import { undoOf } from "../../core/takes/undo.ts";
import { useLibrary } from "../../core/takes/use-history.ts";
import { EmptyTakes } from "./empty-takes.tsx";

// With the list, its menus and its search: a first visit has no takes.
const TakesView = lazyWithRetry(() => import("./takes-view.tsx"), null);

/**
 * How long the list waits for the first take, in milliseconds: to draw it takes 50 and more, and the request that was
 * pressed for and its sound go first.
 */
const soundFirst = 300;

/** Every submission, newest first, or what will be here; where they can't be read, what keeps them from that. */
export function TakesPanel() {
  const { hasRows, hides, loaded } = useLibrary((library) => ({
    hasRows: library.rows.length > 0,
    hides: mayHide(library.keeping),
    loaded: library.loaded,
  }));
  // Whoever is about to press something may soon have a take, and no network any more. With the press itself it would
  // come between the request and the sound.
  useEffect(() => onceUsed(() => void TakesView.expect().catch(() => undefined)), []);
  // What was deleted last can be brought back, so the view stays, and is there again after another tab.
  const undo = undoOf(usePlayground());
  const [hadRows, setHadRows] = useState(() => undo.getState().shown !== undefined);
  if (hasRows && !hadRows) setHadRows(true);
  const wanted = hadRows || hasRows || hides ? "takes" : loaded ? "none" : "unknown";
  const [shown, setShown] = useState(wanted);
  if (shown === "unknown" && wanted !== "unknown") setShown(wanted);
  useEffect(() => {
    const first = setTimeout(() => startTransition(() => setShown(wanted)), soundFirst);
    return () => clearTimeout(first);
  }, [wanted]);
  if (shown === "takes") return <TakesView />;
  if (shown === "unknown") return null;
  return (
    <div className="panel">
      <EmptyTakes />
    </div>
  );
}
