import { useEffect, useState } from "react";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { TakeDetails, TakeRow } from "../../core/takes/take.ts";
import { whileWanted } from "../../kit/while-wanted.ts";

/**
 * The details of several takes in their order, read anew when a row has changed; undefined where they aren't known
 * (yet).
 */
export function useDetailsOf(takes: readonly TakeRow[]): readonly (TakeDetails | undefined)[] {
  const { library } = usePlayground();
  const [read, setRead] = useState<ReadonlyMap<string, TakeDetails>>(new Map());
  useEffect(() => {
    return whileWanted(Promise.all(takes.map(({ id }) => library.details(id))), (found) =>
      setRead(new Map(found.flatMap((details) => (details === undefined ? [] : [[details.id, details]])))),
    );
  }, [library, takes]);
  return takes.map(({ id }) => read.get(id));
}
