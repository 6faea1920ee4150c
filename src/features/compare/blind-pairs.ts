import type { TakeId, TakeRow } from "../../core/takes/take.ts";

type Pair = readonly [TakeId, TakeId];

/** Every two takes that can be heard. */
export function pairsOf(takes: readonly TakeRow[]): readonly Pair[] {
  const heard = takes.filter(({ sound }) => sound === "whole" || sound === "partial");
  return heard.flatMap((one, at) => heard.slice(at + 1).map((other) => [one.id, other.id] as const));
}

/** The wanted one of them, else the first. */
export function pairOf(pairs: readonly Pair[], wanted: Pair | undefined): Pair | undefined {
  return pairs.find(([one, other]) => wanted?.includes(one) && wanted.includes(other)) ?? pairs[0];
}
