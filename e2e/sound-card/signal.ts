import { createMp3Encoder } from "wasm-media-encoders";
import type { Sound } from "./measure.ts";

/** Numbers from 0 to 1 that are the same for the same seed (a linear congruential generator). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const random = createRandom(7);
const partials = Array.from({ length: 24 }, () => ({
  frequency: 150 + 1_350 * random(),
  phase: 2 * Math.PI * random(),
}));
const amplitude = 0.06;
/** The sound rises and falls within this many seconds, so that it begins at once and yet without a click. */
const ramp = 0.002;

/**
 * A murmur to be measured by: many tones between 150 and 1,500 Hz that never come together the same way twice. It is
 * never silent, holds no click, and any piece of it can be found in it to the sample. It is a function of time, so that
 * it is exact at every rate.
 */
export function murmur(seconds: number, sampleRate: number): Sound {
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  for (const { frequency, phase } of partials) {
    const step = (2 * Math.PI * frequency) / sampleRate;
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = (samples[index] ?? 0) + amplitude * Math.sin(phase + index * step);
    }
  }
  const ramped = Math.round(ramp * sampleRate);
  for (let index = 0; index < Math.min(ramped, samples.length); index += 1) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * index) / ramped);
    const end = samples.length - 1 - index;
    samples[index] = (samples[index] ?? 0) * gain;
    samples[end] = (samples[end] ?? 0) * gain;
  }
  return { samples, sampleRate };
}

/** As 16-bit little-endian samples. */
export function toPcm({ samples }: Sound): Uint8Array {
  return new Uint8Array(Int16Array.from(samples, (sample) => Math.round(sample * 32_767)).buffer);
}

/** As MP3 of a constant bitrate in kilobits per second, as a service streams it: without an Info frame. */
export async function toMp3({ samples, sampleRate }: Sound, bitrate: 64 | 192 = 192): Promise<Uint8Array> {
  const encoder = await createMp3Encoder();
  const rate = sampleRate === 22_050 || sampleRate === 44_100 ? sampleRate : 48_000;
  encoder.configure({ sampleRate: rate, channels: 1, bitrate });
  const head = encoder.encode([samples]).slice();
  return Buffer.concat([head, encoder.finalize().slice()]);
}
