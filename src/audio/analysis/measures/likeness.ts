/** A sound as it is compared: the level of each band of frequencies in each window, in dB. */
export type Windows = readonly (readonly number[])[];

/** Two sounds are compared at so many moments, whatever their lengths. */
const moments = 48;
/** What is so much below the loudest level of a sound is silence, in dB. */
const depth = 60;

/**
 * How alike two sounds are in what sounds when, from -1 to 1, whatever their lengths; undefined where nothing sounds.
 */
export function likenessOf(one: Windows, other: Windows): number | undefined {
  const [a, b] = [levelsOf(one), levelsOf(other)];
  return a === undefined || b === undefined ? undefined : correlation(a, b);
}

/** How many windows are about a minute. */
const minute = 3_000;

/**
 * How alike the minutes of two sounds are that are least alike: other words in one of many minutes would hardly show in
 * the whole. Both are cut into the same number of parts.
 */
export function leastLikenessOf(one: Windows, other: Windows): number | undefined {
  const parts = Math.max(1, Math.round(Math.max(one.length, other.length) / minute));
  const part = (windows: Windows, at: number) =>
    windows.slice(Math.floor((at * windows.length) / parts), Math.floor(((at + 1) * windows.length) / parts));
  const all = Array.from({ length: parts }, (_, at) => likenessOf(part(one, at), part(other, at)));
  return all.every((each) => each !== undefined) ? Math.min(...all) : undefined;
}

/**
 * How many windows the second half may begin earlier or later than the middle: an encoder puts some silence between.
 */
const slack = 4;

/** How much the second half of a sound is like the first. */
export function likenessOfHalves(windows: Windows): number | undefined {
  const middle = windows.length >> 1;
  const first = windows.slice(0, middle);
  let most: number | undefined;
  for (let late = -slack; late <= slack; late += 1) {
    const start = windows.length - middle + late;
    const likeness = likenessOf(first.slice(0, windows.length - start), windows.slice(start, start + middle));
    if (likeness !== undefined && (most === undefined || likeness > most)) most = likeness;
  }
  return most;
}

function levelsOf(windows: Windows): readonly number[] | undefined {
  if (windows.length < 4) return undefined;
  const loudest = windows.reduce((most, bands) => Math.max(most, ...bands), -Infinity);
  return Array.from({ length: moments }, (_, moment) => {
    const from = Math.floor((moment * windows.length) / moments);
    const to = Math.max(from + 1, Math.floor(((moment + 1) * windows.length) / moments));
    const some = windows.slice(from, to);
    return (windows[0] ?? []).map(
      (_level, band) => some.reduce((sum, bands) => sum + Math.max(bands[band] ?? 0, loudest - depth), 0) / some.length,
    );
  }).flat();
}

function correlation(one: readonly number[], other: readonly number[]): number | undefined {
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanOne, meanOther] = [meanOf(one), meanOf(other)];
  let [product, powerOne, powerOther] = [0, 0, 0];
  for (const [at, value] of one.entries()) {
    const [a, b] = [value - meanOne, (other[at] ?? 0) - meanOther];
    product += a * b;
    powerOne += a * a;
    powerOther += b * b;
  }
  return powerOne === 0 || powerOther === 0 ? undefined : product / Math.sqrt(powerOne * powerOther);
}
