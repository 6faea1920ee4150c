/**
 * How far the shown item is. `still`: it is seen, and nothing of it sounds. `ready`: its words are shown, and it can be
 * heard. `waiting`: it was asked for, and nothing is heard yet. `overdue`: it is awaited for so long that a room may go
 * on without it; `working`: the same of a task, for which one can only wait. `begun`: it sounds, stands still in its
 * middle, or has ended. `stalled`: it stands still because no more came, for as long. `stuck`: it can't be heard.
 * `refused`: it couldn't, or broke off, and a person may ask for it anew. `failed`: the same, and it may be asked for
 * by any press, since nothing left this device. `asked`: somebody has to agree before it is sent.
 */
export type Phase =
  | "still"
  | "ready"
  | "waiting"
  | "overdue"
  | "working"
  | "begun"
  | "stalled"
  | "stuck"
  | "refused"
  | "failed"
  | "asked";

/** What a press of a clicker does. */
export type Step = "play" | "again" | "agree" | "wait" | "next" | "restart" | "previous" | "stay";

/** Where the shown item stands among all of them. */
export interface Position {
  readonly index: number;
  readonly count: number;
}

/**
 * How long the first sound is awaited before a press goes on without it, in milliseconds: longer than a service usually
 * takes, and than an impatient second press.
 */
export const patience = 5_000;

/** A press this soon after another one is the same person's impatience, in milliseconds. */
export const breath = 500;

/**
 * A press of the clicker's one button. Each item has two steps: its words, then its sound. A press goes one step on;
 * while the first sound is awaited it changes nothing, since an impatient second press would skip what was paid for.
 * Once that is overdue, it goes on, which is all that somebody with a clicker can do.
 */
export function stepOn(phase: Phase, { index, count }: Position): Step {
  if (phase === "ready") return "play";
  if (phase === "waiting") return "wait";
  if (index + 1 < count) return "next";
  if (phase === "overdue" || phase === "working" || phase === "stalled") return "wait";
  // Behind the last one there is nothing to go on to: what failed is tried again.
  return phase === "failed" ? "play" : "stay";
}

/** What the other button asks for anew, so that somebody with a clicker needs no keyboard for it. */
const triedAgain: ReadonlySet<Phase> = new Set(["overdue", "stalled", "refused", "failed"]);

/**
 * A press of the other button: what was heard goes back to its beginning, and from there to the item before. What
 * failed is tried again, and what is asked agreed to.
 */
export function stepBack(phase: Phase, { index }: Position): Step {
  if (phase === "begun") return "restart";
  if (phase === "asked") return "agree";
  if (triedAgain.has(phase)) return "again";
  return index > 0 ? "previous" : "stay";
}
