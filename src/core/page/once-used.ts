/** What somebody does who may press a button next. */
const signs = ["pointermove", "pointerdown", "keydown", "focusin"];

/**
 * Calls back once, soon after the first sign that somebody is at the page: what takes long is there when they press.
 * Returns what takes that back.
 */
export function onceUsed(callback: () => void): () => void {
  const seen = new AbortController();
  const listen = (sign: string) =>
    window.addEventListener(
      sign,
      () => {
        seen.abort();
        later(callback, 100);
      },
      { signal: seen.signal, capture: true, passive: true },
    );
  for (const sign of signs) listen(sign);
  return () => seen.abort();
}

/** Calls back when nothing else is to do, in so many milliseconds at the latest. */
export function later(callback: () => void, timeout: number): void {
  if ("requestIdleCallback" in window) requestIdleCallback(callback, { timeout });
  else setTimeout(callback, timeout / 5);
}
