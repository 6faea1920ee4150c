import { useEffect, useRef } from "react";

/** As narrow as the screens that a list covers whole; see `voice.module.css`. */
const covered = "(width < 40em)";

/**
 * Where something covers the whole screen it is a page to its user: going back closes it, instead of leaving the playground.
 * On wider screens nothing changes.
 */
export function useBackCloses(close: () => void): void {
  const latest = useRef(close);
  useEffect(() => {
    latest.current = close;
  });
  useEffect(() => {
    if (!matchMedia(covered).matches) return;
    let isBack = false;
    const onBack = () => {
      isBack = true;
      latest.current();
    };
    history.pushState(history.state, "");
    window.addEventListener("popstate", onBack);
    return () => {
      window.removeEventListener("popstate", onBack);
      if (!isBack) history.back();
    };
  }, []);
}
