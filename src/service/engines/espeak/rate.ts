import { naturalRate } from "./library.ts";

/**
 * How much faster than its natural rate the engine speaks at a rate in words per minute, over its languages on average.
 * A text may differ from it by a fifth, so that it only chooses the rate; the time-stretcher makes the duration exact.
 */
const curve = [
  [80, 0.48],
  [100, 0.57],
  [120, 0.68],
  [140, 0.8],
  [160, 0.92],
  [naturalRate, 1],
  [200, 1.14],
  [230, 1.31],
  [260, 1.46],
  [300, 1.69],
  [350, 2],
  [400, 2.3],
  [450, 2.55],
] as const;

/** The engine's rate, in whole words per minute, that comes nearest to a speed; 1 is natural. */
export function rateForSpeed(speed: number): number {
  let [lowerRate, lowerSpeed]: readonly [number, number] = curve[0];
  if (speed <= lowerSpeed) return lowerRate;
  for (const [rate, reached] of curve) {
    if (speed <= reached) {
      const share = reached === lowerSpeed ? 0 : (speed - lowerSpeed) / (reached - lowerSpeed);
      return Math.round(lowerRate + (rate - lowerRate) * share);
    }
    [lowerRate, lowerSpeed] = [rate, reached];
  }
  return lowerRate;
}
