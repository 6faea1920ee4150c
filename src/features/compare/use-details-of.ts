import { useEffect, useState } from "react";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { TakeDetails, TakeRow } from "../../core/takes/take.ts";

/**
 * The details of several takes in their order, read anew when a row has changed; undefined where they aren't known
 * (yet).
 */
export function useDetailsOf(takes: readonly TakeRow[]): readonly (TakeDetails | undefined)[] {
  const { library } = usePlayground();
  const [read, setRead] = useState<ReadonlyMap<string, TakeDetails>>(new Map());
  useEffect(() => {
    let gone = false;
    Promise.all(takes.map(({ id }) => library.details(id))).then((found) => {
      if (!gone) setRead(new Map(found.flatMap((details) => (details === undefined ? [] : [[details.id, details]]))));
    });
    return () => {
      gone = true;
    };
  }, [library, takes]);
  return takes.map(({ id }) => read.get(id));
}
