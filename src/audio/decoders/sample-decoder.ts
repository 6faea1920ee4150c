import { joinBytes } from "../../contract/bytes.ts";
import type { AudioBytes } from "../base/source.ts";
import { frameBytesOf, layouts, type SampleFormat } from "../formats/sample-layout.ts";
import type { Decoder, DecoderOutput } from "./decoder.ts";

/** Decodes plain samples. A sample that is cut is completed by the next piece; half a sample at the end is none. */
export function createSampleDecoder(format: SampleFormat, { onAudio }: Pick<DecoderOutput, "onAudio">): Decoder {
  const { sampleRate, channels } = format;
  const { at, bytes: sampleBytes } = layouts[format.codec];
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
          samples[frame] = at(view, frame * frameBytes + channel * sampleBytes);
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
