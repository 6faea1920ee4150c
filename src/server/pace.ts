/** By how much of itself what arrives must grow in one pause. */
const leastGrowth = 1 / 16;

/**
 * Calls `onSlow` when something that arrives hasn't grown by a sixteenth in `pause` milliseconds. Whatever comes
 * steadily has sixteen of them to arrive, however slow it is; what stands still or trickles is told after one or two.
 *
 * @returns the interval, to be cleared when everything has come.
 */
export function watchPace(length: () => number, pause: number, onSlow: () => void): NodeJS.Timeout {
  let before = 0;
  return setInterval(() => {
    const now = length();
    const isSlow = now === before || now < before * (1 + leastGrowth);
    before = now;
    if (isSlow) onSlow();
  }, pause).unref();
}
