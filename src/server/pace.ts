/** By how much of itself what arrives must grow in one pause. */
const leastGrowth = 1 / 16;

/**
 * Calls `onSlow` when something that arrives hasn't grown by a sixteenth in `pause` milliseconds. Whatever comes
 * steadily has sixteen of them to arrive, however slow it is; what stands still or trickles is told after one or two.
 *
 * @returns ends it, once everything has come.
 */
export function watchPace(length: () => number, pause: number, onSlow: () => void): () => void {
  let before = 0;
  let judging: NodeJS.Immediate | undefined;
  const judge = (): void => {
    const now = length();
    const isSlow = now === before || now < before * (1 + leastGrowth);
    before = now;
    if (isSlow) onSlow();
  };
  const timer = setInterval(() => {
    // What came while the process was busy is read first.
    judging = setImmediate(judge);
  }, pause).unref();
  return () => {
    clearInterval(timer);
    clearImmediate(judging);
  };
}
