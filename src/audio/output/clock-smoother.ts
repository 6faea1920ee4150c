/**
 * What was seen longer ago than one or two of these says nothing of now: a context that was held up for a moment
 * catches up again, and no two clocks go alike. Milliseconds.
 */
const remembered = 300;

/**
 * The time of a context that makes its sound in bursts, as it is put out: steadily.
 *
 * A device takes what is made at one pace, and nothing before it is made: of all that was seen lately, the moment in
 * which the context was least ahead tells where the device is.
 */
export function createClockSmoother() {
  let begun = Number.NEGATIVE_INFINITY;
  let least = Number.POSITIVE_INFINITY;
  let leastBefore = Number.POSITIVE_INFINITY;
  return {
    /**
     * Tells that the context's time was `time` seconds at `at` milliseconds of the clock, and gives the time that was
     * reached then by one who goes on steadily.
     */
    follow(time: number, at: number): number {
      const age = at - begun;
      if (age > remembered) {
        leastBefore = age > 2 * remembered ? Number.POSITIVE_INFINITY : least;
        least = Number.POSITIVE_INFINITY;
        begun = at;
      }
      least = Math.min(least, time - at / 1_000);
      return at / 1_000 + Math.min(least, leastBefore);
    },
  };
}
