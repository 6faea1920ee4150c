import type { Sound } from "./sound.ts";

/** A sentence of a text and when it is heard, in seconds. */
export interface HeardSentence {
  readonly sentence: string;
  readonly start: number;
  readonly textOffset: number;
}

/** What is heard where one sentence ends and the next begins. */
interface Transition {
  /** The two sentences: only the same ones can be compared. */
  readonly sentences: string;
  readonly isSeam: boolean;
  /** Length of the silence between them, in seconds. */
  readonly pause: number;
  /** Level of the half second before the silence and of that behind it, in dB. */
  readonly before: number;
  readonly after: number;
  /** The loudest sample in the middle of the silence. */
  readonly peak: number;
}

/** How seams differ from other places where the same sentences meet. */
export interface SeamReport {
  readonly seams: number;
  readonly others: number;
  /**
   * By how much a seam's pause differs from the median where the same sentences meet elsewhere, in seconds: the median
   * of all seams. A voice that fades into a pause makes single ones differ by up to 50 ms.
   */
  readonly pauseDifference: number;
  /** How far the farthest pause of a seam lies outside of all others of the same sentences, in seconds. */
  readonly pauseOutside: number;
  /** By how much levels differ, in dB, as with pauses: before or behind the seam, where it is more. */
  readonly levelDifference: number;
  /** The loudest sample in the silence of a seam, and in any other. */
  readonly seamPeak: number;
  readonly otherPeak: number;
}

/**
 * Compares the seams of a sound with the other ends of sentences in it. @param seams text offsets where a part begins.
 */
export function examineSeams(
  sound: Sound,
  sentences: readonly HeardSentence[],
  seams: ReadonlySet<number>,
): SeamReport {
  const transitions = sentences.slice(1).flatMap((next, index): readonly Transition[] => {
    const silence = silenceBefore(sound, next.start);
    if (silence === undefined) return [];
    const { from, to } = silence;
    return [
      {
        sentences: `${sentences[index]?.sentence} ${next.sentence}`,
        isSeam: seams.has(next.textOffset),
        pause: to - from,
        before: levelOf(sound, from - 0.5, from),
        after: levelOf(sound, to, to + 0.5),
        peak: peakOf(sound, from + 0.03, to - 0.03),
      },
    ];
  });
  const ofSeams = transitions.filter(({ isSeam }) => isSeam);
  /** The same sentences where they meet elsewhere. */
  const elsewhere = (seam: Transition) =>
    transitions.filter(({ sentences, isSeam }) => !isSeam && sentences === seam.sentences);
  const difference = (value: (transition: Transition) => number): number =>
    Math.abs(median(ofSeams.map((seam) => value(seam) - median(elsewhere(seam).map(value)))));
  const outside = ofSeams.map((seam) => {
    const pauses = elsewhere(seam).map(({ pause }) => pause);
    return Math.max(Math.min(...pauses) - seam.pause, seam.pause - Math.max(...pauses));
  });
  const others = transitions.filter(({ isSeam }) => !isSeam);
  return {
    seams: ofSeams.length,
    others: others.length,
    pauseDifference: difference(({ pause }) => pause),
    pauseOutside: Math.max(...outside),
    levelDifference: Math.max(
      difference(({ before }) => before),
      difference(({ after }) => after),
    ),
    seamPeak: Math.max(...ofSeams.map(({ peak }) => peak)),
    otherPeak: Math.max(...others.map(({ peak }) => peak)),
  };
}

const step = 0.002;
const silent = 0.003;

/** The silence that ends where a sentence begins; undefined where there is none of at least 80 ms. */
function silenceBefore(sound: Sound, start: number): { readonly from: number; readonly to: number } | undefined {
  let to = start + 0.03;
  while (to > start - 0.3 && peakOf(sound, to - step, to) > silent) to -= step;
  let from = to;
  while (from > to - 3 && peakOf(sound, from - step, from) <= silent) from -= step;
  // Forward again, for the sentence may begin softly.
  while (to < start + 0.3 && peakOf(sound, to, to + step) <= silent) to += step;
  return to - from >= 0.08 ? { from, to } : undefined;
}

function samplesOf({ samples, sampleRate }: Sound, from: number, to: number): Float32Array {
  return samples.subarray(Math.max(0, Math.round(from * sampleRate)), Math.max(0, Math.round(to * sampleRate)));
}

function peakOf(sound: Sound, from: number, to: number): number {
  let peak = 0;
  for (const sample of samplesOf(sound, from, to)) peak = Math.max(peak, Math.abs(sample));
  return peak;
}

function levelOf(sound: Sound, from: number, to: number): number {
  const samples = samplesOf(sound, from, to);
  let energy = 0;
  for (const sample of samples) energy += sample ** 2;
  return 10 * Math.log10(energy / Math.max(1, samples.length) + 1e-12);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
