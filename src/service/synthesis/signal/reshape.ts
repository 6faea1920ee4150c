import { joinSamples } from "../../../contract/bytes.ts";
import { resample } from "../../adaptation/measuring/resample.ts";
import { engineSampleRate } from "../formats.ts";
import { TimeStretch } from "./time-stretch.ts";

/**
 * A finished sound, `speed` times as fast and with every frequency multiplied by `pitch`: stretched, then read faster.
 * Its length is the old one divided by `speed`, to the sample.
 */
export async function reshaped(samples: Float32Array, speed: number, pitch: number): Promise<Float32Array> {
  const tempo = speed / pitch;
  const stretch = new TimeStretch(tempo);
  const stretched = tempo === 1 ? samples : joinSamples([stretch.push(samples), stretch.finish()]);
  if (pitch === 1) return stretched;
  const faster = { samples: stretched, sampleRate: Math.round(engineSampleRate * pitch) };
  const read = await resample(faster, engineSampleRate);
  const exact = new Float32Array(Math.round(samples.length / speed));
  exact.set(read.samples.subarray(0, exact.length));
  return exact;
}
