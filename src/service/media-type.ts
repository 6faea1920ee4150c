import type { SpeechFormat } from "./synthesis/synthesizer.ts";

/** The Content-Type of a format. Headerless PCM says its rate and channels, which nothing in its bytes tells. */
export function mediaTypeOf(format: SpeechFormat): string {
  switch (format.codec) {
    case "mp3":
      return "audio/mpeg";
    case "wav":
      return "audio/wav";
    case "pcm_s16le":
      return `audio/pcm;rate=${format.sampleRate};channels=1`;
    case "pcm_mulaw":
      return `audio/pcmu;rate=${format.sampleRate};channels=1`;
  }
}
