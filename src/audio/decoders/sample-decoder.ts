import { alaw, mulaw } from "alawmulaw";
import { joinBytes } from "../../contract/bytes.ts";
import type { AudioBytes } from "../base/source.ts";
import { frameBytesOf, layouts, type SampleCodec, type SampleFormat } from "../formats/sample-layout.ts";
import type { Decoder, DecoderOutput } from "./decoder.ts";

const fullScale = 0x8000;
const codes = Uint8Array.from({ length: 256 }, (_, code) => code);
const alawLevels = Float32Array.from(codes, (code) => alaw.decodeSample(code) / fullScale);
const mulawLevels = Float32Array.from(codes, (code) => mulaw.decodeSample(code) / fullScale);

/** The sample at an offset in bytes, from -1 to 1. */
const readers: Readonly<Record<SampleCodec, (view: DataView, offset: number) => number>> = {
  pcm_u8: (view, offset) => (view.getUint8(offset) - 0x80) / 0x80,
  pcm_s16le: (view, offset) => view.getInt16(offset, true) / fullScale,
  pcm_s24le: (view, offset) => (view.getInt8(offset + 2) * 0x10000 + view.getUint16(offset, true)) / 0x800000,
  pcm_s32le: (view, offset) => view.getInt32(offset, true) / 0x80000000,
  pcm_f32le: (view, offset) => view.getFloat32(offset, true),
  pcm_f64le: (view, offset) => view.getFloat64(offset, true),
  pcm_alaw: (view, offset) => alawLevels[view.getUint8(offset)] ?? 0,
  pcm_mulaw: (view, offset) => mulawLevels[view.getUint8(offset)] ?? 0,
};

/** Decodes plain samples. A sample that is cut is completed by the next piece; half a sample at the end is none. */
export function createSampleDecoder(format: SampleFormat, { onAudio }: Pick<DecoderOutput, "onAudio">): Decoder {
  const { sampleRate, channels } = format;
  const sampleAt = readers[format.codec];
  const { bytes: sampleBytes } = layouts[format.codec];
  const frameBytes = frameBytesOf(format);
  let carried: AudioBytes = new Uint8Array(0);
  let disposed = false;

  return {
    decode(bytes) {
      if (disposed) return;
      const data = carried.length === 0 ? bytes : joinBytes([carried, bytes]);
      const frames = Math.floor(data.length / frameBytes);
      carried = data.slice(frames * frameBytes);
      if (frames === 0) return;
      const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
      const read = Array.from({ length: channels }, (_, channel) => {
        const samples = new Float32Array(frames);
        for (let frame = 0; frame < frames; frame += 1) {
          samples[frame] = sampleAt(view, frame * frameBytes + channel * sampleBytes);
        }
        return samples;
      });
      onAudio({ sampleRate, channels: read });
    },
    ready: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    dispose() {
      disposed = true;
    },
  };
}
