import { mulaw } from "alawmulaw";
import { joinBytes } from "../../../contract/bytes.ts";
import type { DecodedAudio } from "../../decoders/decoder.ts";

/** How one sample lies in bytes. */
export interface SampleLayout {
  /** Bytes of one sample of one channel. */
  readonly bytes: number;
  /** The sample at `offset`, from -1 to 1. */
  readonly at: (view: DataView, offset: number) => number;
}

/** The layouts that WAV files are met with. Little-endian. */
export const layouts = {
  pcm_u8: { bytes: 1, at: (view, offset) => (view.getUint8(offset) - 0x80) / 0x80 },
  pcm_s16le: { bytes: 2, at: (view, offset) => view.getInt16(offset, true) / 0x8000 },
  pcm_s24le: {
    bytes: 3,
    at: (view, offset) => (view.getInt8(offset + 2) * 0x10000 + view.getUint16(offset, true)) / 0x800000,
  },
  pcm_s32le: { bytes: 4, at: (view, offset) => view.getInt32(offset, true) / 0x80000000 },
  pcm_f32le: { bytes: 4, at: (view, offset) => view.getFloat32(offset, true) },
  pcm_mulaw: { bytes: 1, at: (view, offset) => mulaw.decodeSample(view.getUint8(offset)) / 0x8000 },
} as const satisfies Record<string, SampleLayout>;

interface LayoutReaderOptions {
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly layout: SampleLayout;
}

/** What of plain samples is whole; what is cut in the middle of a sample waits for its rest. */
export type LayoutReader = (bytes: Uint8Array) => DecodedAudio | undefined;

/** A reader of plain samples at their start. */
export function createLayoutReader({ sampleRate, channels, layout }: LayoutReaderOptions): LayoutReader {
  const frameBytes = channels * layout.bytes;
  let rest = new Uint8Array(0);
  return (bytes) => {
    const data = rest.length === 0 ? bytes : joinBytes([rest, bytes]);
    const frames = Math.floor(data.length / frameBytes);
    rest = data.slice(frames * frameBytes);
    if (frames === 0) return undefined;
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
    const read = Array.from({ length: channels }, (_, channel) => {
      const samples = new Float32Array(frames);
      for (let frame = 0; frame < frames; frame += 1) {
        samples[frame] = layout.at(view, frame * frameBytes + channel * layout.bytes);
      }
      return samples;
    });
    return { sampleRate, channels: read };
  };
}
