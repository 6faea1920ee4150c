/** The factor and what it is in dB, by which one sound gets as loud as the quietest. */
interface LevelMatch {
  readonly gain: number;
  readonly decibels: number;
}

/**
 * What brings each sound to the loudness of the quietest one: never more than it was, so that nothing can clip. A sound
 * without a loudness stays as it is.
 *
 * @param loudness integrated loudness of each, in LUFS.
 */
export function matchLevels(loudness: readonly (number | undefined)[]): readonly LevelMatch[] {
  const quietest = Math.min(...loudness.filter((value) => value !== undefined));
  return loudness.map((value) => {
    const decibels = value === undefined ? 0 : quietest - value;
    return { gain: 10 ** (decibels / 20), decibels };
  });
}
