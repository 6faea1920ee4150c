/** How one sample lies in bytes. */
export interface SampleLayout {
  /** Bytes of one sample of one channel. */
  readonly bytes: number;
  /** WAVE_FORMAT_…: the number by which a WAV file names it. */
  readonly wavTag: number;
}

/** The layouts that samples are met with, without a header or in a WAV file. Little-endian. */
export const layouts = {
  pcm_u8: { bytes: 1, wavTag: 1 },
  pcm_s16le: { bytes: 2, wavTag: 1 },
  pcm_s24le: { bytes: 3, wavTag: 1 },
  pcm_s32le: { bytes: 4, wavTag: 1 },
  pcm_f32le: { bytes: 4, wavTag: 3 },
  pcm_f64le: { bytes: 8, wavTag: 3 },
  pcm_alaw: { bytes: 1, wavTag: 6 },
  pcm_mulaw: { bytes: 1, wavTag: 7 },
} as const satisfies Record<string, SampleLayout>;

/** The codecs of plain samples: those that come without a header, and those of WAV files. */
export type SampleCodec = keyof typeof layouts;
export const sampleCodecs = [
  "pcm_u8",
  "pcm_s16le",
  "pcm_s24le",
  "pcm_s32le",
  "pcm_f32le",
  "pcm_f64le",
  "pcm_alaw",
  "pcm_mulaw",
] as const satisfies readonly SampleCodec[];

/** Plain samples, one of each channel after the other. */
export interface SampleFormat {
  readonly codec: SampleCodec;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
}

/** The bytes of one sample of every channel. */
export function frameBytesOf({ codec, channels }: SampleFormat): number {
  return layouts[codec].bytes * channels;
}
