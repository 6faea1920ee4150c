import { type Activity, frameSeconds } from "./activity.ts";

/** Frames on either side that the loudness is smoothed over: 50 ms, which leaves syllables and removes periods. */
const reach = 4;
/** A nucleus is at most this far below the loudest one, in dB. */
const nucleusRange = 25;
/** How far the loudness falls between two nuclei at least, in dB. */
const valleyDepth = 3;
/** The shortest time between two nuclei, in frames. */
const closest = 8;

/** Syllable nuclei per second of active speech: peaks of loudness with a valley between them. */
export function syllableRate(activity: Activity): number {
  const loudness = smooth(activity.levels);
  const loudest = loudness.reduce((most, level) => Math.max(most, level), -120);
  let count = 0;
  let last = -closest;
  let valley = -120;
  for (let frame = 1; frame < loudness.length - 1; frame++) {
    const level = loudness[frame] ?? 0;
    valley = Math.min(valley, level);
    const peak = level >= (loudness[frame - 1] ?? 0) && level > (loudness[frame + 1] ?? 0);
    if (!peak || level < loudest - nucleusRange || frame - last < closest || level - valley < valleyDepth) continue;
    count++;
    last = frame;
    valley = level;
  }
  return count / Math.max(frameSeconds, activity.seconds);
}

/** A triangular mean of power, back in dB. */
function smooth(levels: Float32Array): Float32Array {
  const powers = levels.map((level) => 10 ** (level / 10));
  return levels.map((_, frame) => {
    let sum = 0;
    let weights = 0;
    for (let other = Math.max(0, frame - reach); other <= Math.min(powers.length - 1, frame + reach); other++) {
      const weight = 1 - Math.abs(other - frame) / (reach + 1);
      sum += weight * (powers[other] ?? 0);
      weights += weight;
    }
    return 10 * Math.log10(Math.max(sum / weights, 1e-12));
  });
}
