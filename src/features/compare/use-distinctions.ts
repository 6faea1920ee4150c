import { useMemo } from "react";
import { describeTake } from "../../core/takes/describe-take.ts";
import { distinctionNamer } from "../../core/takes/distinction-namer.ts";
import { distinguish, lookAlikes } from "../../core/takes/distinguish.ts";
import type { TakeRow } from "../../core/takes/take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";
import { compareMessages } from "./messages/index.ts";
import { nameOf } from "./use-compare.ts";
import { useDetailsOf } from "./use-details-of.ts";

/**
 * What tells each take from the others that look like it, in a few words; empty for one that none looks like. The
 * details of look-alikes are read, so `takes` must stay the same array while the takes are the same.
 */
export function useDistinctions(takes: readonly TakeRow[]): (row: TakeRow) => string {
  const texts = useHistoryTexts(compareMessages);
  const alike = useMemo(() => lookAlikes(takes), [takes]);
  const details = useDetailsOf(alike);
  const found = distinguish(alike, (id) => details.find((each) => each?.id === id)?.form.values);
  const namer = useMemo(() => distinctionNamer(texts), [texts]);
  return (row) => namer(row, found.get(row.id));
}

/** What compared takes are called: see `nameOf`; takes that look the same also by what tells them apart. */
export function useNames(takes: readonly TakeRow[]): (row: TakeRow) => string {
  const texts = useHistoryTexts(compareMessages);
  const distinctionOf = useDistinctions(takes);
  return (row) => nameOf(row, distinctionOf(row), texts);
}

/**
 * What they are called where one sees all of them: by voice and what tells them apart where all of them say the same
 * `words`.
 */
export function useShortNames(takes: readonly TakeRow[]): {
  readonly words: string;
  readonly nameOf: (row: TakeRow) => string;
} {
  const texts = useHistoryTexts(compareMessages);
  const distinctionOf = useDistinctions(takes);
  const [first] = takes;
  const words = first !== undefined && takes.every(({ excerpt }) => excerpt === first.excerpt) ? first.excerpt : "";
  return {
    words,
    nameOf: (row) =>
      words === "" || row.name !== ""
        ? nameOf(row, distinctionOf(row), texts)
        : [describeTake(row, texts).voice, distinctionOf(row)].filter(Boolean).join(" · "),
  };
}
