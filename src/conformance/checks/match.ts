/**
 * Whether a text fits a pattern. `unreadable`: the pattern is none. `too_slow`: looking took longer than it may.
 * `not_tried`: there was nothing to look with.
 */
export const matches = ["fits", "differs", "unreadable", "too_slow", "not_tried"] as const;
export type Match = (typeof matches)[number];

export type PatternAndText = readonly [pattern: string, text: string];

/**
 * Looks by the language's own expressions, which may take for ever: for patterns that are known, or where nobody waits.
 */
export function matchHere([pattern, text]: PatternAndText): Match {
  try {
    return new RegExp(pattern, "u").test(text) ? "fits" : "differs";
  } catch {
    return "unreadable";
  }
}

/** Looks at texts by patterns that may come from anywhere; settles in time, and the page goes on meanwhile. */
export type Matcher = (pairs: readonly PatternAndText[]) => Promise<readonly Match[]>;
