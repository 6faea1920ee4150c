import { joinSamples } from "../../../contract/bytes.ts";
import { hearing } from "../../../contract/hearing.ts";
import type { Samples } from "../../decoders/decoder.ts";
import { createResampler } from "../../decoders/resampler.ts";

/** Collects a sound as a recogniser of speech is sent it: one channel, at its rate. */
export interface SpeechSamples {
  append(channels: readonly Samples[]): void;
  /** All of it; undefined where it lasts longer than what is listened to. */
  samples(): Samples | undefined;
}

/** @param sampleRate of what is appended, in Hz. */
export function createSpeechSamples(sampleRate: number): SpeechSamples {
  const resampler = createResampler(sampleRate, hearing.sampleRate, 1);
  const pieces: Samples[] = [];
  const most = hearing.longest * sampleRate;
  let length = 0;
  return {
    append(channels) {
      const [first = new Float32Array(0), ...others] = channels;
      length += first.length;
      if (length > most) return;
      const mixed =
        others.length === 0
          ? first.slice()
          : first.map((sample, at) => others.reduce((sum, each) => sum + (each[at] ?? 0), sample) / channels.length);
      pieces.push(...resampler.push([mixed]));
    },
    samples: () => (length > most ? undefined : joinSamples([...pieces, ...resampler.flush()])),
  };
}
