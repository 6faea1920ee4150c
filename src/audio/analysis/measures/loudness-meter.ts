/** The length of a gating block and how far one begins behind the other, in seconds: they overlap by three quarters. */
export const blockSeconds = 0.4;
const stepSeconds = 0.1;
const stepsInBlock = 4;
/** Blocks at or below it count as silence, in LUFS. */
const absoluteGate = -70;
/** How far below the mean of what is no silence a block may lie, in LU. */
const relativeGate = -10;

/** One filter of second order, in the form that needs two numbers of memory. */
interface Biquad {
  readonly b: readonly [number, number, number];
  readonly a: readonly [number, number];
}

interface FilterState {
  first: number;
  second: number;
}

/**
 * Integrated loudness by ITU-R BS.1770-4, of samples at `sampleRate` (hertz) that come in pieces. It keeps one number
 * for each tenth of a second: less than 300 kB for an hour, which the gate needs, since its threshold is known at the
 * end only.
 */
export function createLoudnessMeter(sampleRate: number) {
  const filters = kWeighting(sampleRate);
  let states: readonly (readonly FilterState[])[] = [];
  let weights: readonly number[] = [];
  /**
   * The weighted energy of each step that is over, with the number of its samples: rates aren't always multiples of
   * ten.
   */
  const energies: number[] = [];
  const lengths: number[] = [];
  let energy = 0;
  let inStep = 0;

  const stepEnd = (): number => Math.round((energies.length + 1) * stepSeconds * sampleRate);
  const stepStart = (): number => Math.round(energies.length * stepSeconds * sampleRate);

  return {
    /** Takes the next samples: one array for each channel, all of the same length, from −1 to 1. */
    append(channels: readonly Float32Array[]): void {
      if (states.length === 0) {
        states = channels.map(() => filters.map(() => ({ first: 0, second: 0 })));
        weights = weightsOf(channels.length);
      }
      const length = channels[0]?.length ?? 0;
      for (let start = 0; start < length; ) {
        const stepLength = stepEnd() - stepStart();
        const end = Math.min(length, start + stepLength - inStep);
        for (const [channel, samples] of channels.entries()) {
          const weight = weights[channel] ?? 0;
          energy += weight * energyOf(samples, start, end, filters, states[channel] ?? []);
        }
        inStep += end - start;
        start = end;
        if (inStep < stepLength) continue;
        energies.push(energy);
        lengths.push(stepLength);
        energy = 0;
        inStep = 0;
      }
    },
    /** LUFS; undefined where there is less than one block of sound, or none above the absolute gate. */
    integrated: () => gated(blocksOf(energies, lengths)),
  };
}

/** The mean square of each block. */
function blocksOf(energies: readonly number[], lengths: readonly number[]): readonly number[] {
  const blocks: number[] = [];
  for (let end = stepsInBlock; end <= energies.length; end += 1) {
    let energy = 0;
    let length = 0;
    for (let step = end - stepsInBlock; step < end; step += 1) {
      energy += energies[step] ?? 0;
      length += lengths[step] ?? 0;
    }
    blocks.push(energy / length);
  }
  return blocks;
}

function gated(blocks: readonly number[]): number | undefined {
  const sounding = blocks.filter((block) => loudnessOf(block) > absoluteGate);
  if (sounding.length === 0) return undefined;
  const threshold = loudnessOf(mean(sounding)) + relativeGate;
  return loudnessOf(mean(sounding.filter((block) => loudnessOf(block) > threshold)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The loudness of a weighted mean square, in LUFS. */
function loudnessOf(meanSquare: number): number {
  return -0.691 + 10 * Math.log10(meanSquare);
}

/** How much each channel counts: surround channels more, the one for effects not at all. */
function weightsOf(channels: number): readonly number[] {
  if (channels === 5) return [1, 1, 1, 1.41, 1.41];
  if (channels === 6) return [1, 1, 1, 0, 1.41, 1.41];
  return Array.from({ length: channels }, () => 1);
}

function energyOf(
  samples: Float32Array,
  start: number,
  end: number,
  filters: readonly Biquad[],
  states: readonly FilterState[],
): number {
  const [shelf, pass] = filters;
  const [shelfState, passState] = states;
  if (shelf === undefined || pass === undefined || shelfState === undefined || passState === undefined) return 0;
  let energy = 0;
  for (let at = start; at < end; at += 1) {
    const sample = samples[at] ?? 0;
    // What is no number would stay in the filter for ever.
    const weighted = filter(pass, passState, filter(shelf, shelfState, Number.isFinite(sample) ? sample : 0));
    energy += weighted * weighted;
  }
  return energy;
}

function filter({ b, a }: Biquad, state: FilterState, input: number): number {
  const output = b[0] * input + state.first;
  state.first = b[1] * input - a[0] * output + state.second;
  state.second = b[2] * input - a[1] * output;
  return output;
}

/**
 * The two filters of the standard. It gives their coefficients for 48,000 Hz; the analogue prototypes behind those are
 * brought to any other rate, as everybody who measures at other rates does it.
 */
function kWeighting(sampleRate: number): readonly [Biquad, Biquad] {
  return [highShelf(sampleRate), highPass(sampleRate)];
}

/** What a head does to sound: some 4 dB more above 1.7 kHz. */
function highShelf(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 1681.974450955533) / sampleRate);
  const q = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const a0 = 1 + k / q + k * k;
  return {
    b: [(high + (band * k) / q + k * k) / a0, (2 * (k * k - high)) / a0, (high - (band * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  };
}

/** Low sounds count less. */
function highPass(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate);
  const q = 0.5003270373238773;
  const a0 = 1 + k / q + k * k;
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] };
}
