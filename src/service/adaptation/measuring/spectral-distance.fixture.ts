import { equaliserBands } from "../../synthesis/signal/equaliser.ts";
import { shapeDifference } from "./spectrum.ts";

/**
 * How far apart two long-term spectra are in shape, in dB: the root mean square of the difference over the bands up to
 * `highest` Hz, whatever their levels.
 */
export function spectralDistance(first: readonly number[], second: readonly number[], highest = 7_000): number {
  const all = shapeDifference(first, second, highest);
  const differences = all.filter((_, band) => (equaliserBands[band] ?? 0) <= highest);
  return Math.sqrt(differences.reduce((total, value) => total + value ** 2, 0) / differences.length);
}
