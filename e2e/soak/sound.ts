import { MPEGDecoder } from "mpg123-decoder";

/** Decoded sound with one channel. */
export interface Sound {
  readonly samples: Float32Array;
  readonly sampleRate: number;
}

export async function decodeMp3(bytes: Uint8Array): Promise<Sound> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  try {
    const { channelData, sampleRate } = decoder.decode(bytes);
    return { samples: channelData[0] ?? new Float32Array(), sampleRate };
  } finally {
    decoder.free();
  }
}

/**
 * Where the sound sets in that is nearest to a time: the end of the last silence of at least 80 ms before it, in
 * seconds. Undefined when there is no such silence within half a second around it.
 */
export function onsetNear({ samples, sampleRate }: Sound, seconds: number): number | undefined {
  const step = 0.005;
  const loud = (time: number): boolean => {
    const from = Math.max(0, Math.round(time * sampleRate));
    let sum = 0;
    for (const sample of samples.subarray(from, from + Math.round(step * sampleRate))) sum += sample ** 2;
    return Math.sqrt(sum / (step * sampleRate)) > 0.004;
  };
  const onsets: number[] = [];
  let silence = seconds < 0.5 ? 1 : 0;
  for (let time = Math.max(0, seconds - 0.5); time < seconds + 0.5; time += step) {
    if (!loud(time)) silence += step;
    else {
      if (silence >= 0.08) onsets.push(time);
      silence = 0;
    }
  }
  return onsets.toSorted((a, b) => Math.abs(a - seconds) - Math.abs(b - seconds))[0];
}
