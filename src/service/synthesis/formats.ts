/** The constant bit rates of Model B (section 2.3), in kbit/s. */
export const mp3Bitrates = [16, 32, 48, 64, 128, 192, 256, 320] as const;
export type Mp3Bitrate = (typeof mp3Bitrates)[number];

/** What the audio of a synthesis is encoded as; always one channel. */
export type SpeechFormat =
  /** MPEG layer III at a constant bit rate, as a live stream: no Info tag in front. */
  | { readonly codec: "mp3"; readonly bitrate: Mp3Bitrate }
  /** Samples without a header. */
  | { readonly codec: "pcm_s16le" | "pcm_mulaw"; readonly sampleRate: 22_050 | 24_000 }
  /** A RIFF header whose lengths say "unknown" (0xFFFFFFFF), then 16-bit samples. */
  | { readonly codec: "wav"; readonly sampleRate: 22_050 };

/** The sample rate, in Hz, at which the engine speaks. */
export const engineSampleRate = 22_050;

/**
 * The sample rate, in Hz, of MP3 at a bit rate. MPEG-2 rates reach from 8 to 160 kbit/s and MPEG-1 rates from 32 to
 * 320, and encoders clamp silently, so that the sample rate decides whether the bit rate asked for is the one made.
 */
export function mp3SampleRate(bitrate: Mp3Bitrate): 16_000 | 22_050 | 44_100 {
  if (bitrate < 32) return 16_000;
  return bitrate <= 128 ? 22_050 : 44_100;
}

/** The sample rate of a format's audio, in Hz. */
export function sampleRateOf(format: SpeechFormat): number {
  return format.codec === "mp3" ? mp3SampleRate(format.bitrate) : format.sampleRate;
}

/**
 * Seconds by which a decoder that knows nothing of the encoder plays an MP3 stream late: 576 samples of the encoder and
 * 529 of the decoder. Word times are on the time line of the samples that were made: whoever shows them beside decoded
 * MP3 adds this.
 */
export function mp3DelaySeconds(bitrate: Mp3Bitrate): number {
  return (576 + 529) / mp3SampleRate(bitrate);
}
