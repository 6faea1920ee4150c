import { createContext, useContext } from "react";

/**
 * How comparing looks where it stands: on the board, or large before a room. The parts and their styles are the same.
 */
export interface CompareLook {
  /** Whether people see it from afar: what only one person needs isn't there, and choosing a place plays it. */
  readonly large: boolean;
  /** What headings are, below that of the place. */
  readonly heading: "h2" | "h3";
  /** Whether a room sees figures and statistics. */
  readonly figures?: boolean;
}

/** The board's, unless something else is said. */
export const CompareLookContext = createContext<CompareLook>({ large: false, heading: "h3" });

export function useLook(): CompareLook {
  return useContext(CompareLookContext);
}
