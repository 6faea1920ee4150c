/**
 * How far the shown item is. `ready`: its words are shown, and it can be heard. `waiting`: it was asked for, and nothing is
 * heard yet. `begun`: it sounds, stands still in its middle, or has ended. `stuck`: it can't be heard.
 */
export type Phase = "ready" | "waiting" | "begun" | "stuck";

/** What a press of a clicker does. */
export type Step = "play" | "wait" | "next" | "restart" | "previous" | "stay";

/** Where the shown item stands among all of them. */
export interface Position {
  readonly index: number;
  readonly count: number;
}

/**
 * A press of the clicker's one button. Each item has two steps: its words, then its sound. A press goes one step on; while
 * the first sound is awaited it changes nothing, since an impatient second press would skip what was paid for.
 */
export function stepOn(phase: Phase, { index, count }: Position): Step {
  if (phase === "ready") return "play";
  if (phase === "waiting") return "wait";
  return index + 1 < count ? "next" : "stay";
}

/** A press of the other button: what was heard goes back to its beginning, and from there to the item before. */
export function stepBack(phase: Phase, { index }: Position): Step {
  if (phase === "begun") return "restart";
  return index > 0 ? "previous" : "stay";
}
