import type { TakeRow } from "../takes/take.ts";

/** What an item does with the stage's keys while it is shown, where it is neither a take nor a script. */
export interface StageActs {
  /** A press of the clicker's one button; false where nothing is left here, so that the next item comes. */
  on(): boolean;
  /** A press of the other one; false at its beginning. */
  back(): boolean;
  playOrPause(): void;
  /** Goes over to what has this number, from 1. */
  choose(number: number): void;
  /** Puts it back to how it was before anything of it was heard or asked; what is being counted stays counted. */
  anew(): void;
  /** Says whether something was heard, or about to be: then {@link playOrPause} goes on with it. */
  pause(): boolean;
  /** Whether something sounds, and for how many seconds still, where that is known. */
  moment(): { readonly playing: boolean; readonly left: number | undefined };
}

/** Takes against each other on the stage. */
export interface StageComparisonProps {
  readonly takes: readonly TakeRow[];
  /** What is asked of two of them, of which a room doesn't know which is which: the better one, or which X is. */
  readonly blind: "ab" | "abx" | undefined;
  /** Where a blind test is held: of the board's own, shown alone, and a rehearsal's, the show knows nothing. */
  readonly venue: "board" | "rehearsal" | "show";
  /** Whether figures and statistics are shown. */
  readonly figures: boolean;
  /** Told what the keys do now; undefined when it goes. Always the same function. */
  readonly onActs: (acts: StageActs | undefined) => void;
}
