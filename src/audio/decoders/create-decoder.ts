import type { AudioCapabilities } from "../base/capabilities.ts";
import { type AudioFormat, isRaw } from "../base/format.ts";
import type { Decoder, DecoderOutput } from "./decoder.ts";
import { createMp3Decoder } from "./mp3-decoder.ts";
import { createMpg123FrameDecoder } from "./mpg123.ts";
import { createSampleDecoder } from "./sample-decoder.ts";
import { createWavDecoder } from "./wav-decoder.ts";
import { createWebCodecsFrameDecoder } from "./web-codecs.ts";

/**
 * The decoder for `format`, at the start of a stream or of any frame in it: samples by themselves, headerless or in a
 * WAV file; MP3 by the browser's decoder where it has one, else by WebAssembly. Undefined for what cannot be decoded
 * piece by piece here.
 */
export function createDecoder(
  format: AudioFormat,
  { mp3AudioDecoder, webAssembly }: Pick<AudioCapabilities, "mp3AudioDecoder" | "webAssembly">,
  output: DecoderOutput,
): Decoder | undefined {
  if (isRaw(format)) return createSampleDecoder(format, output);
  if (format.codec === "wav") return createWavDecoder(output);
  if (format.codec !== "mp3") return undefined;
  if (mp3AudioDecoder !== undefined) {
    return createMp3Decoder((frames) => createWebCodecsFrameDecoder(mp3AudioDecoder, frames), output);
  }
  return webAssembly ? createMp3Decoder(createMpg123FrameDecoder, output) : undefined;
}
