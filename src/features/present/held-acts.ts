import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import type { StageActs } from "../../core/stage/stage-acts.ts";
import type { TakeLibrary } from "../../core/takes/library.ts";
import { canBeShown } from "./playability.ts";
import { patience } from "./steps.ts";

/** What the shown item does with keys, and what was pressed before that was known. */
export function createHeldActs(library: Pick<TakeLibrary, "row" | "getSnapshot">) {
  let acts: StageActs | undefined;
  let held: (() => void) | undefined;
  return {
    get acts(): StageActs | undefined {
      return acts;
    },
    set(wanted: StageActs | undefined): void {
      acts = wanted;
      if (wanted === undefined) return;
      const press = held;
      held = undefined;
      press?.();
    },
    /** Whether what knows the item's keys is on its way: it isn't awaited for longer than a sound. */
    isComing(item: ProgrammeItem | undefined, waited: number): boolean {
      if (acts !== undefined || (item?.kind !== "comparison" && item?.kind !== "blind")) return false;
      return waited < patience && (!library.getSnapshot().loaded || canBeShown(item, library));
    },
    /** Does it once the item's keys are known, in the place of what was pressed before. */
    hold(press: () => void): void {
      held = press;
    },
    drop(): void {
      held = undefined;
    },
  };
}
