import { mulaw } from "alawmulaw";
import { joinBytes } from "../../contract/bytes.ts";
import { bytesPerSampleOf, type RawFormat } from "../base/format.ts";
import type { AudioBytes } from "../base/source.ts";
import type { Decoder, DecoderOutput, Samples } from "./decoder.ts";

const fullScale = 32_768;
const mulawLevels = Float32Array.from({ length: 256 }, (_, code) => mulaw.decodeSample(code) / fullScale);

/**
 * Decodes headerless samples. A sample that is cut is completed by the next piece; half a sample at the end is none.
 */
export function createRawDecoder(format: RawFormat, { onAudio }: DecoderOutput): Decoder {
  const { codec, sampleRate, channels } = format;
  const frameBytes = bytesPerSampleOf(format) * channels;
  let carried: AudioBytes = new Uint8Array(0);
  let disposed = false;

  /** Channel `channel` of `bytes`, which are whole frames. */
  function read(bytes: AudioBytes, channel: number): Samples {
    const samples = new Float32Array(bytes.length / frameBytes);
    if (codec === "pcm_mulaw") {
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = mulawLevels[bytes[index * frameBytes + channel] ?? 0] ?? 0;
      }
    } else {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let index = 0; index < samples.length; index += 1) {
        samples[index] = view.getInt16(index * frameBytes + channel * 2, true) / fullScale;
      }
    }
    return samples;
  }

  return {
    decode(bytes) {
      if (disposed) return;
      const data = carried.length === 0 ? bytes : joinBytes([carried, bytes]);
      const whole = data.length - (data.length % frameBytes);
      carried = data.slice(whole);
      if (whole === 0) return;
      const frames = data.subarray(0, whole);
      onAudio({ sampleRate, channels: Array.from({ length: channels }, (_, channel) => read(frames, channel)) });
    },
    ready: () => Promise.resolve(),
    flush: () => Promise.resolve(),
    dispose() {
      disposed = true;
    },
  };
}
