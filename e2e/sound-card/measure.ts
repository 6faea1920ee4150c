/** Samples of one channel, from −1 to 1. */
export interface Sound {
  readonly samples: Float32Array;
  /** In hertz. */
  readonly sampleRate: number;
}

/** Below this a sample is silence: dither and resampling stay under it, speech does not for long. */
const silence = 0.005;

/** The index of the first sample that is sound, from `from` on; undefined when there is none. */
export function onsetOf({ samples }: Sound, from = 0): number | undefined {
  for (let index = Math.max(0, from); index < samples.length; index += 1) {
    if (Math.abs(samples[index] ?? 0) > silence) return index;
  }
  return undefined;
}

/** A stretch without sound. Both in samples. */
export interface Gap {
  readonly start: number;
  readonly length: number;
}

/**
 * The silent stretches between the first sound and the last that are at least `minimum` seconds long. The sound must be
 * one that is never silent by itself for as long.
 */
export function gapsOf(sound: Sound, minimum = 0.004): readonly Gap[] {
  const { samples, sampleRate } = sound;
  const gaps: Gap[] = [];
  let start = onsetOf(sound) ?? samples.length;
  for (let index = start; index < samples.length; index += 1) {
    if (Math.abs(samples[index] ?? 0) <= silence) continue;
    const length = index - start - 1;
    if (length >= minimum * sampleRate) gaps.push({ start: start + 1, length });
    start = index;
  }
  return gaps;
}

/** A fourth difference beyond this is a jump: sound that ends at 2 kHz stays far below. */
const jump = 0.06;
/** Jumps that are nearer to each other than this, in seconds, are one click. */
const clickSpan = 0.005;

/** Where the sound jumps, in samples. The sound must hold nothing above 2 kHz at full scale. */
export function clicksOf({ samples, sampleRate }: Sound): readonly number[] {
  const clicks: number[] = [];
  let [a = 0, b = 0, c = 0, d = 0] = samples;
  for (let index = 4; index < samples.length; index += 1) {
    const e = samples[index] ?? 0;
    const difference = Math.abs(a - 4 * b + 6 * c - 4 * d + e);
    if (difference > jump && index - (clicks.at(-1) ?? Number.NEGATIVE_INFINITY) > clickSpan * sampleRate) {
      clicks.push(index);
    }
    [a, b, c, d] = [b, c, d, e];
  }
  return clicks;
}

/** Where a piece of sound stands in another. */
export interface Place {
  /** The index in the reference of the piece's first sample. */
  readonly index: number;
  /** From −1 to 1: 1 when they are the same but for loudness. */
  readonly likeness: number;
}

/**
 * Finds the piece of `heard` that begins at `at` and is `length` samples long in `reference`, between the indices
 * `from` and `to`: by the largest normalised cross-correlation, to the sample.
 */
export function placeOf(
  reference: Sound,
  heard: Sound,
  {
    at,
    length,
    from,
    to,
  }: { readonly at: number; readonly length: number; readonly from: number; readonly to: number },
): Place {
  const piece = heard.samples.subarray(at, at + length);
  const power = energy(piece);
  let best: Place = { index: from, likeness: -1 };
  const last = Math.min(to, reference.samples.length - length);
  for (let index = Math.max(0, from); index <= last; index += 1) {
    const candidate = reference.samples.subarray(index, index + length);
    let product = 0;
    let candidatePower = 0;
    for (let offset = 0; offset < length; offset += 1) {
      const sample = candidate[offset] ?? 0;
      product += sample * (piece[offset] ?? 0);
      candidatePower += sample * sample;
    }
    const likeness = product / Math.sqrt(power * candidatePower || 1);
    if (likeness > best.likeness) best = { index, likeness };
  }
  return best;
}

function energy(samples: Float32Array): number {
  return samples.reduce((sum, sample) => sum + sample * sample, 0);
}

/** How a sound went on behind a gap. */
export interface Resumption {
  /** How long it was silent, in seconds. */
  readonly silentSeconds: number;
  /** Seconds of the reference that were never heard, or heard twice where it is negative. */
  readonly lostSeconds: number;
  /** The smaller likeness of the two pieces that were compared. */
  readonly likeness: number;
}

/** How much sound on each side of a gap is compared, and how far from it: ramps belong to the gap. In seconds. */
const compared = 0.05;
const kept = 0.03;

/**
 * Compares what was heard before and behind a gap with the whole sound that should have been heard.
 *
 * @param searched the farthest that the sound may have gone astray, in seconds.
 */
export function resumptionOf(reference: Sound, heard: Sound, gap: Gap, searched = 0.5): Resumption {
  const { sampleRate } = heard;
  const length = Math.round(compared * sampleRate);
  const distance = Math.round(kept * sampleRate);
  const reach = Math.round(searched * sampleRate);
  const beforeAt = gap.start - distance - length;
  const onset = onsetOf(heard) ?? 0;
  const expected = beforeAt - onset;
  const before = placeOf(reference, heard, { at: beforeAt, length, from: expected - reach, to: expected + reach });
  const behindAt = gap.start + gap.length + distance;
  const due = before.index + length + 2 * distance;
  const behind = placeOf(reference, heard, { at: behindAt, length, from: due - reach, to: due + reach });
  return {
    silentSeconds: gap.length / sampleRate,
    lostSeconds: (behind.index - due) / sampleRate,
    likeness: Math.min(before.likeness, behind.likeness),
  };
}
