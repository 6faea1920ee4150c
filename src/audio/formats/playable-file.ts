import { type AudioFormat, isRaw } from "../base/format.ts";
import type { AudioFacts } from "./audio-facts.ts";
import { joinedMp3File } from "./joined-mp3.ts";
import { wavFileOf } from "./wav.ts";

/** What a kept sound is: its bytes, and what is known of them. */
export interface KeptSound {
  readonly format: AudioFormat;
  readonly facts?: AudioFacts | undefined;
  readonly blob: Blob;
}

/**
 * A sound as a file that any player opens, and plays to its end: samples without a header get one, a WAV file that
 * doesn't tell its length gets one that does, MP3 files that were put together become one, all else is as it came.
 */
export function playableFileOf({ format, facts, blob }: KeptSound): Blob {
  if (isRaw(format)) return wavFileOf(format, blob);
  const { joined, unsized, sampleRate, channels } = facts ?? {};
  if (facts !== undefined && joined !== undefined) return joinedMp3File(blob, facts, joined);
  if (unsized === undefined || sampleRate === undefined || channels === undefined) return blob;
  return wavFileOf({ codec: unsized.codec, sampleRate, channels }, blob.slice(unsized.start));
}
