import { alaw, mulaw } from "alawmulaw";

/** How one sample lies in bytes. */
export interface SampleLayout {
  /** Bytes of one sample of one channel. */
  readonly bytes: number;
  /** WAVE_FORMAT_…: the number by which a WAV file names it. */
  readonly wavTag: number;
  /** The sample at `offset`, from -1 to 1. */
  readonly at: (view: DataView, offset: number) => number;
}

const fullScale = 0x8000;
const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
const alawLevels = Float32Array.from(codes, (code) => alaw.decodeSample(code) / fullScale);
const mulawLevels = Float32Array.from(codes, (code) => mulaw.decodeSample(code) / fullScale);

/** The layouts that samples are met with, without a header or in a WAV file. Little-endian. */
export const layouts = {
  pcm_u8: { bytes: 1, wavTag: 1, at: (view, offset) => (view.getUint8(offset) - 0x80) / 0x80 },
  pcm_s16le: { bytes: 2, wavTag: 1, at: (view, offset) => view.getInt16(offset, true) / fullScale },
  pcm_s24le: {
    bytes: 3,
    wavTag: 1,
    at: (view, offset) => (view.getInt8(offset + 2) * 0x10000 + view.getUint16(offset, true)) / 0x800000,
  },
  pcm_s32le: { bytes: 4, wavTag: 1, at: (view, offset) => view.getInt32(offset, true) / 0x80000000 },
  pcm_f32le: { bytes: 4, wavTag: 3, at: (view, offset) => view.getFloat32(offset, true) },
  pcm_f64le: { bytes: 8, wavTag: 3, at: (view, offset) => view.getFloat64(offset, true) },
  pcm_alaw: { bytes: 1, wavTag: 6, at: (view, offset) => alawLevels[view.getUint8(offset)] ?? 0 },
  pcm_mulaw: { bytes: 1, wavTag: 7, at: (view, offset) => mulawLevels[view.getUint8(offset)] ?? 0 },
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
