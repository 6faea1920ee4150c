import { useEffect, useMemo, useRef, useState } from "react";
import type { FormValues } from "../../contract/request.ts";
import { loadPart } from "../../core/page/load-part.ts";
import { usePlayground } from "../../core/page/playground-context.ts";
import type { DistinctionNamer } from "../../core/takes/distinction-namer.ts";
import { distinguish, lookAlikes } from "../../core/takes/distinguish.ts";
import type { TakeId, TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";

/** How long a list must stand still until it is looked what tells its takes apart, in milliseconds. */
const patience = 120;
/** The most takes of which it is remembered what they were made with. */
const mostRemembered = 400;

interface Seen {
  readonly row: TakeRow;
  readonly values: FormValues | undefined;
}

const nothing: ReadonlyMap<TakeId, string> = new Map();

/**
 * What tells takes from those in sight that look like them: the values of fields in which they differ, in a few words.
 * Which way each was sent, and where to, stands in its row. Of takes that none in sight looks like nothing is read.
 *
 * @param drawn the takes in sight.
 */
export function useRowDistinctions(drawn: readonly TakeRow[]): ReadonlyMap<TakeId, string> {
  const { library } = usePlayground();
  const texts = useHistoryTexts();
  const seen = useRef(new Map<TakeId, Seen>());
  const [known, setKnown] = useState<readonly Seen[]>([]);
  const [namer, setNamer] = useState<{ readonly of: (given: typeof texts) => DistinctionNamer }>();
  const latest = useRef(drawn);
  useEffect(() => {
    latest.current = drawn;
  });

  const key = drawn.map(({ id, name }) => `${id} ${name}`).join("\n");
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever others are in sight
  useEffect(() => {
    let gone = false;
    const timer = setTimeout(async () => {
      for (const row of latest.current) {
        const values = seen.current.get(row.id)?.values;
        seen.current.delete(row.id);
        seen.current.set(row.id, { row, values });
      }
      for (const id of seen.current.keys()) if (seen.current.size > mostRemembered) seen.current.delete(id);
      const alike = lookAlikes([...seen.current.values()].map(({ row }) => row));
      if (alike.length === 0) return;
      const unread = alike.filter(({ id }) => seen.current.get(id)?.values === undefined);
      const found = await Promise.all(unread.map(({ id }) => library.details(id)));
      for (const [at, row] of unread.entries())
        if (seen.current.has(row.id)) seen.current.set(row.id, { row, values: found[at]?.form.values ?? {} });
      // Off line the list is complete without it.
      const module = await loadPart(() => import("../../core/takes/distinction-namer.ts")).catch(() => undefined);
      if (gone || module === undefined) return;
      setNamer((before) => before ?? { of: module.distinctionNamer });
      setKnown([...seen.current.values()]);
    }, patience);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [library, key]);

  return useMemo(() => {
    if (namer === undefined || known.length === 0) return nothing;
    const say = namer.of(texts);
    const rows = known.map(({ row }) => row);
    const values = new Map(known.map((each) => [each.row.id, each.values]));
    const distinctions = distinguish(lookAlikes(rows), (id) => values.get(id));
    return new Map(
      rows.flatMap((row) => {
        const found = distinctions.get(row.id);
        const words = found === undefined ? "" : say(row, { ...found, way: false, service: false });
        return words === "" ? [] : [[row.id, words] as const];
      }),
    );
  }, [known, namer, texts]);
}
