import type { TakeRow } from "../library/take.ts";
import type { Playground } from "../playground.ts";
import { type ProgrammeStore, programmeOf } from "./programme.ts";

/** Adds a take at the end of the programme. `index` is its place there, from 0. */
export async function addTakeToProgramme(
  playground: Playground,
  row: Pick<TakeRow, "id" | "excerpt" | "name">,
): Promise<{ readonly index: number; readonly undo: () => void }> {
  const programme = programmeOf(playground);
  const { open, addTake, remove } = programme.getState();
  open();
  await isLoaded(programme);
  const id = addTake(row);
  return {
    index: programme.getState().items.findIndex((item) => item.id === id),
    undo: () => void remove(id),
  };
}

/** Settles once everything that was prepared before is read. */
function isLoaded(programme: ProgrammeStore): Promise<void> {
  return new Promise((resolve) => {
    if (programme.getState().loaded) {
      resolve();
      return;
    }
    const stop = programme.subscribe(({ loaded }) => {
      if (!loaded) return;
      stop();
      resolve();
    });
  });
}
