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
      length += channels[0]?.length ?? 0;
      if (length <= most) pieces.push(...resampler.push([mixed(channels)]));
    },
    samples: () => (length > most ? undefined : joinSamples([...pieces, ...resampler.flush()])),
  };
}

/** The mean of all channels, as samples of their own. */
export function mixed([first = new Float32Array(0), ...others]: readonly Samples[]): Samples {
  if (others.length === 0) return first.slice();
  return first.map((sample, at) => others.reduce((sum, each) => sum + (each[at] ?? 0), sample) / (1 + others.length));
}
