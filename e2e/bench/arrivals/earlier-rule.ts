/**
 * The rule by which the player began until November 2026, for comparison: at 100 ms where two even pieces or three
 * pieces came at twice real time, else at 600 ms. The pace counts from the first moment.
 */
export function createEarlierRule() {
  let [moments, firstTotal, lastAt, longestWait, total] = [0, 0, 0, 0, 0];
  let firstAt = 0;

  function paceIsGood(): boolean {
    const [time, behind] = [lastAt - firstAt, total - firstTotal];
    if (moments < 2 || time < (moments === 2 ? 14 : 30) || behind * 1_000 < 2 * time) return false;
    if (moments > 2) return total * 1_000 >= 6 * longestWait;
    return total >= 0.11 && Math.max(behind, firstTotal) <= 1.6 * Math.min(behind, firstTotal);
  }

  return {
    came(sum: number, now: number): void {
      if (moments === 0) firstAt = now;
      total = sum;
      if (now - firstAt < 3) firstTotal = sum;
      if (moments === 0 || now - lastAt >= 3) {
        if (moments > 0) longestWait = Math.max(longestWait, now - lastAt);
        moments += 1;
      }
      lastAt = now;
    },
    mayStart: ({ available, ended }: { readonly available: number; readonly ended: boolean }): boolean =>
      ended || available >= 0.6 || (available >= 0.1 && paceIsGood()),
  };
}
