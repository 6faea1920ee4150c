import FFT from "fft.js";
import { likenessOfHalves } from "./likeness.ts";

/** What tells two sounds of speech apart, measured on their samples. */
export interface VoiceTraits {
  /** The median pitch of what is voiced, in hertz; undefined where too little is. */
  readonly pitch: number | undefined;
  /** How much the second half is like the first, from -1 to 1: what is said twice is nearly 1. */
  readonly halves: number | undefined;
  /**
   * How loud each band of frequencies is in each window of 20 ms, in dB, bands from low to high; at most ten minutes of
   * it.
   */
  readonly windows: readonly (readonly number[])[];
}

/** Speech is measured at about this rate, in hertz: its pitch and its vowels lie below half of it. */
const wantedRate = 8_000;
/** Windows follow each other by this, in seconds. */
export const windowSeconds = 0.02;
const mostWindows = 30_000;
/** The power of two that holds a window of 64 ms at any rate that comes of {@link wantedRate}. */
const size = 512;
/** Between these a voice's pitch is looked for, in hertz. */
const pitches = { lowest: 60, highest: 450 } as const;
/** So much a window must resemble itself a period later to be voiced; noise doesn't. */
const voicedFrom = 0.6;
/** Below this power a window is silent. */
const silentPower = 1e-6;
/** Fewer voiced windows than these tell no pitch. */
const fewestVoiced = 5;
/** The edges of the bands, in hertz: narrow where vowels differ. */
const edges = [100, 200, 300, 400, 510, 630, 770, 920, 1_080, 1_270, 1_480, 1_720, 2_000, 2_320, 2_700, 3_150, 3_700];

/** Measures samples at `sampleRate` (hertz) that come in pieces; the same whatever the pieces. */
export function createVoiceMeter(sampleRate: number) {
  const step = Math.max(1, Math.round(sampleRate / wantedRate));
  const rate = sampleRate / step;
  const hop = Math.round(rate * windowSeconds);
  const fft = new FFT(size);
  const spectrum = fft.createComplexArray();
  const recent = new Float32Array(size);
  const centred = new Float32Array(size);
  const input = new Array<number>(size).fill(0);
  const likeness = new Float64Array(Math.ceil(rate / pitches.lowest) + 1);
  let filled = 0;
  const windows: number[][] = [];
  const voiced: number[] = [];
  let [mixed, inStep] = [0, 0];

  function look(): void {
    const mean = recent.reduce((sum, sample) => sum + sample, 0) / size;
    for (let at = 0; at < size; at += 1) {
      const sample = valueAt(recent, at) - mean;
      centred[at] = sample;
      input[at] = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
    }
    fft.realTransform(spectrum, input);
    windows.push(bandsOf(spectrum, rate));
    // A pitch moves slowly: every second window is enough.
    const pitch = windows.length % 2 === 0 ? undefined : pitchOf(centred, rate, likeness);
    if (pitch !== undefined) voiced.push(pitch);
  }

  return {
    /** Takes the next samples: one array for each channel, all of the same length, from −1 to 1. Channels are mixed. */
    append(channels: readonly Float32Array[]): void {
      const length = channels[0]?.length ?? 0;
      for (let at = 0; at < length && windows.length < mostWindows; at += 1) {
        for (const samples of channels) {
          const sample = samples[at] ?? 0;
          if (Number.isFinite(sample)) mixed += sample;
        }
        inStep += 1;
        if (inStep < step) continue;
        recent[filled] = mixed / (step * channels.length);
        filled += 1;
        [mixed, inStep] = [0, 0];
        if (filled < size) continue;
        look();
        recent.copyWithin(0, hop);
        filled -= hop;
      }
    },
    traits: (): VoiceTraits => ({
      pitch:
        voiced.length < fewestVoiced ? undefined : voiced.toSorted((one, other) => one - other)[voiced.length >> 1],
      halves: likenessOfHalves(windows),
      windows,
    }),
  };
}

function bandsOf(spectrum: readonly number[], rate: number): number[] {
  return edges.slice(1).map((high, band) => {
    const from = Math.ceil(((edges[band] ?? 0) * size) / rate);
    const to = Math.max(from + 1, Math.ceil((high * size) / rate));
    let power = 0;
    for (let row = from; row < to; row += 1) {
      power += (spectrum[2 * row] ?? 0) ** 2 + (spectrum[2 * row + 1] ?? 0) ** 2;
    }
    return 10 * Math.log10(power / size ** 2 + 1e-9);
  });
}

/** The pitch of one window by its autocorrelation: the shortest period that is nearly as good as the best. */
function pitchOf(window: Float32Array, rate: number, likeness: Float64Array): number | undefined {
  const [shortest, longest] = [Math.floor(rate / pitches.highest), Math.ceil(rate / pitches.lowest)];
  const length = size - longest;
  let power = 0;
  for (let at = 0; at < length; at += 1) power += valueAt(window, at) ** 2;
  if (power / length < silentPower) return undefined;
  let best = 0;
  // The power of the window that begins `lag` later, kept up as it moves.
  let moved = power;
  for (let lag = 1; lag <= longest; lag += 1) {
    moved += valueAt(window, lag + length - 1) ** 2 - valueAt(window, lag - 1) ** 2;
    if (lag < shortest) continue;
    let product = 0;
    for (let at = 0; at < length; at += 1) product += valueAt(window, at) * valueAt(window, at + lag);
    const found = product / Math.sqrt(power * moved + Number.EPSILON);
    likeness[lag] = found;
    best = Math.max(best, found);
  }
  if (best < voicedFrom) return undefined;
  const at = (lag: number) => likeness[lag] ?? 0;
  for (let lag = shortest + 1; lag < longest; lag += 1) {
    if (at(lag) > 0.9 * best && at(lag) >= at(lag - 1) && at(lag) >= at(lag + 1)) return rate / lag;
  }
  return undefined;
}

function valueAt(values: Float32Array, at: number): number {
  return values[at] ?? 0;
}
