/** One of the browser's storages; undefined where even looking at it is forbidden. */
export function storageOf(page: Window, which: "localStorage" | "sessionStorage"): Storage | undefined {
  try {
    return page[which];
  } catch {
    return undefined;
  }
}
