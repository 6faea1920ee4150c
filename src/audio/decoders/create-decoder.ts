import type { AudioCapabilities } from "../base/capabilities.ts";
import { type AudioFormat, isRaw } from "../base/format.ts";
import type { Decoder, DecoderOutput } from "./decoder.ts";
import { createMp3Decoder } from "./mp3-decoder.ts";
import { createMpg123FrameDecoder } from "./mpg123.ts";
import { createSampleDecoder } from "./sample-decoder.ts";
import { createWavDecoder } from "./wav-decoder.ts";
import { createWebCodecsFrameDecoder } from "./web-codecs.ts";
import type { WorkerDecoder } from "./worker-decoder.ts";

/** The ways to decode that there are. */
export interface DecodingWays extends Pick<AudioCapabilities, "mp3AudioDecoder" | "webAssembly"> {
  /** Decodes MP3 beside the page, once that is ready (see `startWorkerDecoder`). */
  readonly mp3Beside?: WorkerDecoder | undefined;
}

/**
 * The decoder for `format`, at the start of a stream or of any frame in it: samples by themselves, headerless or in a
 * WAV file; MP3 by the browser's decoder where it has one, beside the page if that is ready, else by WebAssembly.
 * Undefined for what cannot be decoded piece by piece here.
 */
export function createDecoder(
  format: AudioFormat,
  { mp3AudioDecoder, webAssembly, mp3Beside }: DecodingWays,
  output: DecoderOutput,
): Decoder | undefined {
  if (isRaw(format)) return createSampleDecoder(format, output);
  if (format.codec === "wav") return createWavDecoder(output);
  if (format.codec !== "mp3") return undefined;
  if (mp3Beside !== undefined) return mp3Beside(output);
  if (mp3AudioDecoder !== undefined) {
    return createMp3Decoder((frames) => createWebCodecsFrameDecoder(mp3AudioDecoder, frames), output);
  }
  return webAssembly ? createMp3Decoder(createMpg123FrameDecoder, output) : undefined;
}
