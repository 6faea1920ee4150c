import { boardOf } from "./board.ts";
import { NotDoneError } from "./load-part.ts";
import type { Playground } from "./playground.ts";

/**
 * Does what a press on the board asked for. Where that rejects, the board says why: nothing that somebody asks for
 * fails in silence. Undefined then. `act` is called at once, inside the press.
 */
export async function attempt<Result>(playground: Playground, act: () => Promise<Result>): Promise<Result | undefined> {
  const { tell } = boardOf(playground).getState();
  // What failed before is no news any more, and said once more it is told once more.
  tell(undefined);
  try {
    return await act();
  } catch (error) {
    tell(error instanceof NotDoneError ? error.reason : "failed");
    return undefined;
  }
}
