import type { Recording } from "../reference/recording.ts";

/** Sample formats of WAV files for tests: the code of the `fmt ` chunk, and how a sample is written. */
const writers = {
  8: [1, (view: DataView, at: number, value: number) => view.setUint8(at, Math.round(value * 127) + 128)],
  16: [1, (view: DataView, at: number, value: number) => view.setInt16(at, Math.round(value * 32_767), true)],
  24: [
    1,
    (view: DataView, at: number, value: number) => {
      const integer = Math.round(value * 8_388_607);
      view.setUint16(at, integer & 0xffff, true);
      view.setInt8(at + 2, integer >> 16);
    },
  ],
  32: [1, (view: DataView, at: number, value: number) => view.setInt32(at, Math.round(value * 2_147_483_647), true)],
  float: [3, (view: DataView, at: number, value: number) => view.setFloat32(at, value, true)],
  double: [3, (view: DataView, at: number, value: number) => view.setFloat64(at, value, true)],
} as const;
const sizes = { 8: 1, 16: 2, 24: 3, 32: 4, float: 4, double: 8 } as const;
export type WavDepth = keyof typeof writers;

interface WavShape {
  readonly depth?: WavDepth;
  readonly channels?: number;
  /** Whether the format is wrapped as WAVE_FORMAT_EXTENSIBLE. */
  readonly extensible?: boolean;
}

/** A WAV file with the recording in every channel. */
export function wavFile({ sampleRate, samples }: Recording, shape: WavShape = {}): Uint8Array<ArrayBuffer> {
  const { depth = 16, channels = 1, extensible = false } = shape;
  const [code, write] = writers[depth];
  const size = sizes[depth];
  const formatLength = extensible ? 40 : 16;
  const length = samples.length * channels * size;
  const bytes = new Uint8Array(28 + formatLength + length);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  text(0, "RIFF");
  view.setUint32(4, bytes.length - 8, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, formatLength, true);
  view.setUint16(20, extensible ? 0xfffe : code, true);
  view.setUint16(22, channels, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * channels * size, true);
  view.setUint16(32, channels * size, true);
  view.setUint16(34, size * 8, true);
  if (extensible) view.setUint16(44, code, true);
  text(20 + formatLength, "data");
  view.setUint32(24 + formatLength, length, true);
  let at = 28 + formatLength;
  for (const sample of samples) {
    for (let channel = 0; channel < channels; channel++) {
      write(view, at, sample);
      at += size;
    }
  }
  return bytes;
}

/** A tone. */
export function tone(frequency: number, seconds: number, sampleRate = 22_050): Recording {
  const samples = Float32Array.from(
    { length: Math.round(seconds * sampleRate) },
    (_, index) => 0.4 * Math.sin((2 * Math.PI * frequency * index) / sampleRate),
  );
  return { sampleRate, samples };
}

/**
 * Something like a vowel: the harmonics of a fundamental frequency, which may change over time, through resonances.
 *
 * @param f0 in Hz, from the time in seconds.
 */
export function vowel(
  f0: (time: number) => number,
  seconds: number,
  { formants = [500, 1_500, 2_500], sampleRate = 22_050 }: { formants?: readonly number[]; sampleRate?: number } = {},
): Recording {
  const highest = Math.min(0.45 * sampleRate, 5_000);
  let phase = 0;
  const sound = Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, index) => {
    const frequency = f0(index / sampleRate);
    phase += (2 * Math.PI * frequency) / sampleRate;
    let sum = 0;
    for (let harmonic = 1; harmonic * frequency < highest; harmonic++) {
      sum += envelope(harmonic * frequency, formants) * Math.cos(harmonic * phase);
    }
    return sum;
  });
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return { sampleRate, samples: sound.map((sample) => (0.5 * sample) / peak) };
}

/** What resonances of 80 Hz width make of a frequency: a factor on its amplitude. */
function envelope(frequency: number, formants: readonly number[]): number {
  return formants.reduce((product, formant) => {
    const ratio = frequency / formant;
    return product / Math.hypot(1 - ratio ** 2, (ratio * 80) / formant);
  }, 1);
}

/** Noise that is the same each time. */
export function noise(seconds: number, sampleRate = 22_050, seed = 1): Recording {
  let state = seed;
  const samples = Float32Array.from({ length: Math.round(seconds * sampleRate) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return 0.3 * (state / 2 ** 31 - 1);
  });
  return { sampleRate, samples };
}

/** Speech-like bursts of a vowel, so many a second, with silence between them. */
export function bursts(perSecond: number, seconds: number): Recording {
  const { sampleRate, samples } = vowel(() => 120, seconds);
  return {
    sampleRate,
    samples: samples.map((sample, index) => {
      const place = ((index / sampleRate) * perSecond) % 1;
      return sample * Math.sin(Math.PI * place) ** 2;
    }),
  };
}
