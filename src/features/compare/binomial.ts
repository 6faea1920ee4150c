/** The chance that a fair coin falls on one side exactly `hits` times out of `throws`. */
function chanceOf(hits: number, throws: number): number {
  // By logarithms: the numbers of ways outgrow a double beyond a thousand throws.
  let logarithm = throws * Math.log(0.5);
  for (let step = 1; step <= hits; step += 1) logarithm += Math.log((throws - hits + step) / step);
  return Math.exp(logarithm);
}

/** The chance that a fair coin falls on one side at least `hits` times out of `throws`: of guessing that well. */
export function chanceOfAtLeast(hits: number, throws: number): number {
  let sum = 0;
  for (let count = Math.max(0, hits); count <= throws; count += 1) sum += chanceOf(count, throws);
  return Math.min(1, sum);
}

/** The two-sided exact p-value of `first` against `second` preferences: how often chance alone is as uneven. */
export function preferenceChance(first: number, second: number): number {
  const throws = first + second;
  return Math.min(1, 2 * chanceOfAtLeast(Math.max(first, second), throws));
}
