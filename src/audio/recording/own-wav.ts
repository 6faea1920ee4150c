import { joinSamples } from "../../contract/bytes.ts";
import { ownRecording } from "../../contract/own-recordings.ts";
import type { Samples } from "../decoders/decoder.ts";
import { createResampler } from "../decoders/resampler.ts";
import { monoWav } from "../formats/wav.ts";

/** Samples of one channel at `rate` hertz, put together from pieces, at the rate of an own recording. */
export function joinAtOwnRate(pieces: readonly Samples[], rate: number): Samples {
  const resampler = createResampler(rate, ownRecording.sampleRate, 1);
  return joinSamples([...pieces.flatMap((piece) => resampler.push([piece])), ...resampler.flush()]);
}

/** The part of an own recording's samples from `start` on that may be given, `start` in seconds. */
export function partFrom(samples: Samples, start: number): Samples {
  const first = Math.round(start * ownRecording.sampleRate);
  return samples.subarray(first, first + ownRecording.longest * ownRecording.sampleRate);
}

/** Samples as a WAV file in the one form that is given. */
export function ownWav(samples: Samples): Blob {
  return monoWav(samples, ownRecording.sampleRate);
}
