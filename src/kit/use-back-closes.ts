import { useEffect, useEffectEvent } from "react";

/** As narrow as the screens that a list covers whole; see `voice.module.css`. */
const narrow = "(width < 40em)";

/** What closes what stands above the page, the uppermost last: each has an entry in the history. */
const layers: (() => void)[] = [];
/** Whether the entries of what was closed otherwise are being left; the browser does that a moment later. */
let leaving = false;
let settling = false;

/** How many layers stood above the page at the entry that the history is at. */
function depth(): number {
  const state: unknown = history.state;
  if (typeof state !== "object" || state === null || !("covers" in state)) return 0;
  return typeof state.covers === "number" ? state.covers : 0;
}

/** Brings the history to as many entries as there are layers. */
function settle(): void {
  settling = false;
  if (leaving) return;
  if (depth() > layers.length) {
    leaving = true;
    history.go(layers.length - depth());
  }
  for (let covers = depth() + 1; covers <= layers.length; covers++) history.pushState({ ...history.state, covers }, "");
}

function settleSoon(): void {
  if (!settling) queueMicrotask(settle);
  settling = true;
}

function onBack(): void {
  if (leaving) {
    leaving = false;
    settleSoon();
  } else for (const close of layers.splice(depth()).reverse()) close();
}

/**
 * Where something covers the whole screen it is a page to its user: going back closes it, instead of leaving the
 * playground. On screens that `where`, a media query, doesn't match when it is opened nothing changes.
 */
export function useBackCloses(close: () => void, where = narrow): void {
  const closeThis = useEffectEvent(close);
  useEffect(() => {
    if (!matchMedia(where).matches) return;
    const layer = (): void => closeThis();
    layers.push(layer);
    // Once, however often it is said; and for good, since the entries of what was closed are left a moment later.
    window.addEventListener("popstate", onBack);
    settleSoon();
    return () => {
      const at = layers.indexOf(layer);
      if (at !== -1) layers.splice(at, 1);
      settleSoon();
    };
  }, [where]);
}
