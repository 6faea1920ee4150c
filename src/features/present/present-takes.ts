import type { Playground } from "../../core/page/playground.ts";
import { type ProgrammeItem, programmeLoaded, programmeOf } from "../../core/programme/programme.ts";
import type { AddedTakes } from "../../core/takes/offers.ts";
import type { TakeId, TakeRow } from "../../core/takes/take.ts";

/** Adds takes at the end of the programme, unless they are there, in the order in which they are given. */
export async function addTakesToProgramme(
  playground: Playground,
  rows: readonly Pick<TakeRow, "id" | "excerpt" | "name">[],
): Promise<AddedTakes> {
  const programme = programmeOf(playground);
  const { open, addTake, remove } = programme.getState();
  open();
  await programmeLoaded(programme);
  const before = programme.getState().items;
  const isThere = (take: TakeId): boolean => before.some((item) => item.take === take);
  const ids = new Set(rows.filter(({ id }) => !isThere(id)).map(addTake));
  const placesOf = (isOne: (item: ProgrammeItem) => boolean): readonly number[] =>
    programme.getState().items.flatMap((item, index) => (isOne(item) ? [index + 1] : []));
  const takes = new Set(rows.map(({ id }) => id));
  return {
    added: placesOf(({ id }) => ids.has(id)),
    known: placesOf(({ id, take }) => take !== undefined && takes.has(take) && !ids.has(id)),
    undo() {
      for (const id of ids) remove(id);
    },
  };
}
