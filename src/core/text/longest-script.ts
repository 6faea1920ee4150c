/** The most characters that a script may have: the longest text of any model (section 8). */
export const longestScript = 500_000;
