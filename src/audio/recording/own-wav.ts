import { ownRecording } from "../../contract/own-recordings.ts";
import type { Samples } from "../decoders/decoder.ts";
import { createResampler } from "../decoders/resampler.ts";
import { wavHeader } from "../formats/wav.ts";

/** Samples of one channel at `rate` hertz, put together from pieces, at the rate of an own recording. */
export function joinAtOwnRate(pieces: readonly Samples[], rate: number): Samples {
  const resampler = createResampler(rate, ownRecording.sampleRate, 1);
  return join([...pieces.flatMap((piece) => resampler.push([piece])), ...resampler.flush()]);
}

/** The part of an own recording's samples from `start` on that may be given, `start` in seconds. */
export function partFrom(samples: Samples, start: number): Samples {
  const first = Math.round(start * ownRecording.sampleRate);
  return samples.subarray(first, first + ownRecording.longest * ownRecording.sampleRate);
}

/** Samples as a WAV file in the one form that is given. */
export function ownWav(samples: Samples): Blob {
  const integers = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767));
  const header = wavHeader(
    { codec: "pcm_s16le", sampleRate: ownRecording.sampleRate, channels: 1 },
    integers.byteLength,
  );
  return new Blob([header, integers], { type: ownRecording.mediaType });
}

function join(pieces: readonly Samples[]): Samples {
  const whole = new Float32Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
