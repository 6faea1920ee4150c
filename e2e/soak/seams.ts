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
  /** By how much the means of pauses differ, in seconds, for the pair of sentences where they differ most. */
  readonly pauseDifference: number;
  /** By how much the means of levels differ, in dB, likewise. */
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
  const pairs = new Set(transitions.filter(({ isSeam }) => isSeam).map((transition) => transition.sentences));
  const differences = [...pairs].map((pair) => {
    const same = transitions.filter((transition) => transition.sentences === pair);
    const difference = (value: (transition: Transition) => number): number =>
      Math.abs(
        mean(same.filter(({ isSeam }) => isSeam).map(value)) - mean(same.filter(({ isSeam }) => !isSeam).map(value)),
      );
    return {
      pause: difference(({ pause }) => pause),
      level: Math.max(
        difference(({ before }) => before),
        difference(({ after }) => after),
      ),
    };
  });
  const peak = (ofSeams: boolean): number =>
    Math.max(...transitions.filter(({ isSeam }) => isSeam === ofSeams).map((transition) => transition.peak));
  return {
    seams: transitions.filter(({ isSeam }) => isSeam).length,
    others: transitions.filter(({ isSeam }) => !isSeam).length,
    pauseDifference: Math.max(...differences.map(({ pause }) => pause)),
    levelDifference: Math.max(...differences.map(({ level }) => level)),
    seamPeak: peak(true),
    otherPeak: peak(false),
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

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
