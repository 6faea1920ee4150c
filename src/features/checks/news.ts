import type { RunRecord } from "../../conformance/run/result.ts";

/**
 * How long news are collected, in milliseconds: hundreds of quick checks would have the page drawn for each of them.
 */
const collecting = 200;

/** Tells of records in batches: what was added since the last time. */
export function collectNews(tell: (news: readonly RunRecord[]) => void) {
  const waiting: RunRecord[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tellAll = (): void => {
    clearTimeout(timer);
    timer = undefined;
    tell(waiting.splice(0));
  };
  const soon = (): void => {
    timer ??= setTimeout(tellAll, collecting);
  };
  return {
    soon,
    add(record: RunRecord) {
      waiting.push(record);
      soon();
    },
    /** Tells now what waits. */
    tell: tellAll,
  };
}
