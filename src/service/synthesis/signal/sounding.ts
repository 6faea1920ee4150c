import type { Stretch } from "../text/fitted-times.ts";

/** The sound is looked at in frames of so many seconds. */
const frameSeconds = 0.005;
/** Shorter silences are inside of words: the closed lips of a p. */
const shortestPause = 0.07;
/** What is so much quieter than the loudest frame is silent, as a factor on the amplitude: 40 dB. */
const silence = 0.01;

/** The stretches of a sound that aren't silent, in seconds. */
export function soundingStretches(samples: Float32Array, sampleRate: number): Stretch[] {
  const length = Math.round(frameSeconds * sampleRate);
  const levels = Array.from({ length: Math.ceil(samples.length / length) }, (_, frame) =>
    peakOf(samples.subarray(frame * length, (frame + 1) * length)),
  );
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  const stretches: { from: number; to: number }[] = [];
  for (const [frame, level] of levels.entries()) {
    if (level === 0 || level <= loudest * silence) continue;
    const from = (frame * length) / sampleRate;
    const to = Math.min(samples.length, (frame + 1) * length) / sampleRate;
    const last = stretches.at(-1);
    if (last !== undefined && from - last.to < shortestPause) last.to = to;
    else stretches.push({ from, to });
  }
  return stretches;
}

function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (let index = 0; index < samples.length; index++) peak = Math.max(peak, Math.abs(samples[index] ?? 0));
  return peak;
}
