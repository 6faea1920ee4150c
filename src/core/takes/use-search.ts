import { useEffect, useMemo, useRef, useState } from "react";
import { usePlayground } from "../page/playground-context.ts";
import { searchScripts, searchTakes, type TakeQuery } from "./search.ts";
import type { TakeId, TakeRow } from "./take.ts";

/**
 * Whole scripts are read once nobody types any more, after so many milliseconds; that it lasts is said as much later.
 */
const patience = 150;

interface Deep {
  readonly query: TakeQuery;
  readonly ids: ReadonlySet<TakeId>;
  readonly looking: boolean;
  readonly done: boolean;
}

/**
 * Searches takes: what their rows hold at once, their whole scripts a little later. `looking` says that those are still
 * read, and have been for a while; `done` that nothing more can be found.
 */
export function useSearch(rows: readonly TakeRow[], query: TakeQuery) {
  const { library } = usePlayground();
  const [deep, setDeep] = useState<Deep>();
  const latest = useRef(rows);
  latest.current = rows;
  const searches = query.words.trim() !== "";

  // Another row needs another look; one that has changed doesn't, since scripts stay.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!searches) return;
    const controller = new AbortController();
    const change = (next: Partial<Deep>) =>
      setDeep((before) => {
        const same = before?.query === query ? before : { ids: new Set<TakeId>() };
        return { looking: false, done: false, ...same, ...next, query };
      });
    const timers = [
      setTimeout(async () => {
        const search = {
          script: library.script,
          pause: () => new Promise<void>((resolve) => setTimeout(resolve)),
          now: () => performance.now(),
          onFound: (ids: ReadonlySet<TakeId>) => change({ ids }),
        };
        await searchScripts(latest.current, query, search, controller.signal);
        clearTimeout(timers[1]);
        if (!controller.signal.aborted) change({ looking: false, done: true });
      }, patience),
      setTimeout(() => change({ looking: true }), 2 * patience),
    ];
    return () => {
      controller.abort();
      for (const timer of timers) clearTimeout(timer);
    };
  }, [query, searches, rows.length, library]);

  const mine = deep?.query === query ? deep : undefined;
  const ids = mine?.ids;
  const found = useMemo(() => searchTakes(rows, query, ids), [rows, query, ids]);
  return { found, looking: searches && mine?.looking === true, done: !searches || mine?.done === true };
}
