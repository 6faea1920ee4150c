import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import type { StageActs } from "../../core/stage/stage-acts.ts";
import type { TakeLibrary } from "../../core/takes/library.ts";
import { canBeShown } from "./playability.ts";
import { patience } from "./steps.ts";

/** What the shown item does with keys, and what was pressed before that was known. */
export interface HeldActs {
  readonly acts: StageActs | undefined;
  set(acts: StageActs | undefined): void;
  /** Whether what knows the item's keys is on its way: it isn't awaited for longer than a sound. */
  isComing(item: ProgrammeItem | undefined, waited: number): boolean;
  /** Does it once the item's keys are known, in the place of what was pressed before. */
  hold(press: () => void): void;
  drop(): void;
}

export function createHeldActs(library: Pick<TakeLibrary, "row" | "getSnapshot">): HeldActs {
  let acts: StageActs | undefined;
  let held: (() => void) | undefined;
  return {
    get acts() {
      return acts;
    },
    set(wanted) {
      acts = wanted;
      if (wanted === undefined) return;
      const press = held;
      held = undefined;
      press?.();
    },
    isComing(item, waited) {
      if (acts !== undefined || (item?.kind !== "comparison" && item?.kind !== "blind")) return false;
      return waited < patience && (!library.getSnapshot().loaded || canBeShown(item, library));
    },
    hold(press) {
      held = press;
    },
    drop() {
      held = undefined;
    },
  };
}
