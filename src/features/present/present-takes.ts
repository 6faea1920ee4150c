import type { Playground } from "../../core/page/playground.ts";
import { programmeLoaded, programmeOf } from "../../core/programme/programme.ts";
import { isSameItem, type NewItem, type ProgrammeItem, takeOf } from "../../core/programme/programme-item.ts";
import { stageOf } from "../../core/stage/stage-place.ts";
import type { AddedTakes } from "../../core/takes/offers.ts";
import type { TakeId, TakeRow } from "../../core/takes/take.ts";
import { presenterOf } from "./presenter-store.ts";

/** Heard one after the other by name, or judged without names: which is better, or which of two a third one is. */
export type Together = "comparison" | "ab" | "abx";

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
  const isThere = (take: TakeId): boolean => before.some((item) => takeOf(item) === take);
  const ids = new Set(rows.filter(({ id }) => !isThere(id)).map(addTake));
  const placesOf = (isOne: (item: ProgrammeItem) => boolean): readonly number[] =>
    programme.getState().items.flatMap((item, index) => (isOne(item) ? [index + 1] : []));
  const takes = new Set(rows.map(({ id }) => id));
  return {
    added: placesOf(({ id }) => ids.has(id)),
    known: placesOf((item) => takes.has(takeOf(item) ?? "") && !ids.has(item.id)),
    undo() {
      for (const id of ids) remove(id);
    },
  };
}

/** Takes against each other as one item. */
export function togetherItem(kind: Together, rows: readonly Pick<TakeRow, "id" | "excerpt">[]): NewItem {
  const takes = rows.map(({ id }) => id);
  const [first, second] = takes;
  const excerpt = rows[0]?.excerpt ?? "";
  return kind === "comparison" || first === undefined || second === undefined
    ? { kind: "comparison", excerpt, takes }
    : { kind: "blind", excerpt, takes: [first, second], question: kind };
}

/** Takes against each other as one item: at the programme's end, or alone on the stage. Returns its number, from 1. */
export async function presentTogether(
  playground: Playground,
  kind: Together,
  rows: readonly TakeRow[],
  where: "programme" | "stage",
): Promise<number> {
  if (rows.length === 0) return 0;
  const item = togetherItem(kind, rows);
  if (where === "stage") {
    presenterOf(playground)
      .getState()
      .showAlone({ ...item, id: aloneId, place: 0, name: "" });
    stageOf(playground).getState().show();
    return 0;
  }
  const programme = programmeOf(playground);
  programme.getState().open();
  await programmeLoaded(programme);
  const wanted = { ...item, id: "", name: "" };
  const known = programme.getState().items.findIndex((each) => isSameItem(each, wanted));
  if (known !== -1) return known + 1;
  programme.getState().add(item);
  return programme.getState().items.length;
}

/** The id of what is shown alone. */
const aloneId = "alone";
