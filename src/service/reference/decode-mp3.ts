import { MPEGDecoder } from "mpg123-decoder";
import { joinSamples } from "../../contract/bytes.ts";
import type { Recording } from "./recording.ts";
import { ReferenceUnusableError } from "./unusable.ts";

/**
 * Bytes that are decoded at a time: few, so that a tiny file that lasts for hours is never decoded far past the limit.
 */
const step = 16 * 1024;

/** Whether bytes begin with an ID3v2 tag or with the header of an MPEG layer III frame. */
export function isMp3(bytes: Uint8Array): boolean {
  const [first = 0, second = 0, third = 0] = bytes;
  if (first === 0x49 && second === 0x44 && third === 0x33) return true;
  const [version, layer] = [(second >> 3) & 3, (second >> 1) & 3];
  const [bitrate, sampleRate] = [third >> 4, (third >> 2) & 3];
  const synchronised = first === 0xff && (second & 0xe0) === 0xe0;
  return synchronised && version !== 1 && layer === 1 && bitrate !== 15 && sampleRate !== 3;
}

/**
 * Decodes the first seconds of an MP3 file; its channels are averaged.
 *
 * @throws ReferenceUnusableError when nothing in it can be decoded.
 */
export async function decodeMp3(bytes: Uint8Array, seconds: number): Promise<Recording> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const parts: Float32Array[] = [];
    let sampleRate = 0;
    let count = 0;
    for (let offset = 0; offset < bytes.length && (sampleRate === 0 || count < sampleRate * seconds); offset += step) {
      const decoded = decoder.decode(bytes.subarray(offset, offset + step));
      if (decoded.samplesDecoded === 0) continue;
      // One recording has one rate; what follows a change is another.
      if (sampleRate !== 0 && decoded.sampleRate !== sampleRate) break;
      sampleRate = decoded.sampleRate;
      count += decoded.samplesDecoded;
      parts.push(averageChannels(decoded.channelData, decoded.samplesDecoded));
    }
    if (count === 0) throw new ReferenceUnusableError("not_audio");
    return { sampleRate, samples: joinSamples(parts).slice(0, Math.floor(sampleRate * seconds)) };
  } finally {
    decoder.free();
  }
}

function averageChannels(channels: readonly Float32Array[], length: number): Float32Array {
  const average = new Float32Array(length);
  for (const channel of channels) {
    for (let index = 0; index < length; index++) {
      average[index] = (average[index] ?? 0) + (channel[index] ?? 0) / channels.length;
    }
  }
  return average;
}
