import { equaliserBands } from "../../synthesis/signal/equaliser.ts";
import { decibels } from "../measuring/activity.ts";
import { shapeDifference } from "../measuring/spectrum.ts";
import { clamp } from "../measuring/statistics.ts";

/** What an equaliser may do to a band, in dB. */
const strongest = 15;
/** What is this far below the strongest band, in dB, is noise and no model for a voice. */
const meaningful = 50;

/**
 * The gains, in dB, that bring a voice's long-term spectrum to the shape of another, at the same level. Bands above
 * `bandwidth` Hz, of which the other tells nothing, go on as the last one below it.
 */
export function gainsTowards(target: readonly number[], own: readonly number[], bandwidth: number): readonly number[] {
  const difference = shapeDifference(audible(target), audible(own), bandwidth);
  const last = equaliserBands.findLastIndex((frequency) => frequency <= bandwidth);
  return keepLevel(
    difference.map((_, band) => clamp(difference[Math.min(band, last)] ?? 0, -strongest, strongest)),
    own,
  );
}

/** Gains of so many dB per octave, 0 at 1 kHz. */
export function tiltGains(tilt: number): readonly number[] {
  return equaliserBands.map((frequency) => tilt * Math.log2(frequency / 1_000));
}

/** The same gains, moved together so that sound with the spectrum `own` keeps its power. */
export function keepLevel(gains: readonly number[], own: readonly number[]): readonly number[] {
  const powers = equaliserBands.map((frequency, band) => frequency * 10 ** ((own[band] ?? 0) / 10));
  const before = powers.reduce((sum, power) => sum + power, 0);
  const after = powers.reduce((sum, power, band) => sum + power * 10 ** ((gains[band] ?? 0) / 10), 0);
  const change = decibels(after / before);
  return gains.map((gain) => gain - change);
}

export function withGains(spectrum: readonly number[], gains: readonly number[]): readonly number[] {
  return spectrum.map((level, band) => level + (gains[band] ?? 0));
}

function audible(spectrum: readonly number[]): readonly number[] {
  const floor = Math.max(...spectrum) - meaningful;
  return spectrum.map((level) => Math.max(level, floor));
}
