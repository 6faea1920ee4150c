import { firstPitchAt, hopSeconds, pitchSampleRate, pitchTrack } from "../../adaptation/measuring/pitch.ts";
import { resample } from "../../adaptation/measuring/resample.ts";
import { clamp, percentile } from "../../adaptation/measuring/statistics.ts";
import { engineSampleRate } from "../formats.ts";

/** How far the pitch of a moment is moved at most, as a factor. */
const furthest = 1.6;
/** What has no pitch is taken over in grains of this length, in samples: 5 ms. */
const unvoicedPeriod = Math.round(0.005 * engineSampleRate);

/** A period of a sound, in samples. */
interface Period {
  /** Its loudest moment. */
  readonly at: number;
  readonly length: number;
  /** By how much its frequency is to be multiplied. */
  readonly factor: number;
}

/**
 * Speech whose intonation is wider or flatter: each moment's distance to the median pitch, in semitones, is multiplied
 * by `width`. Its periods are laid closer to one another or farther apart (PSOLA), so that duration and resonances stay
 * as they are.
 *
 * @param samples at the engine's rate.
 */
export async function withIntonation(samples: Float32Array, width: number): Promise<Float32Array> {
  const { samples: low } = await resample({ samples, sampleRate: engineSampleRate }, pitchSampleRate);
  const track = pitchTrack(low);
  const median = percentile(
    [...track].filter((pitch) => pitch > 0),
    0.5,
  );
  if (width === 1 || !(median > 0)) return samples;
  const pitchAt = (sample: number): number =>
    track[Math.round((sample / engineSampleRate - firstPitchAt) / hopSeconds)] ?? 0;
  const periods = periodsOf(samples, pitchAt, (pitch) =>
    clamp((pitch / median) ** (width - 1), 1 / furthest, furthest),
  );
  return laidAnew(samples, periods);
}

function periodsOf(
  samples: Float32Array,
  pitchAt: (sample: number) => number,
  factorOf: (pitch: number) => number,
): Period[] {
  const periods: Period[] = [];
  for (let at = 0, wasVoiced = false; at < samples.length; ) {
    const pitch = pitchAt(at);
    const length = pitch > 0 ? engineSampleRate / pitch : unvoicedPeriod;
    periods.push({ at, length, factor: pitch > 0 ? factorOf(pitch) : 1 });
    const next = Math.round(at + length);
    // Periods are cut at the same place each: where they are highest, near the place that their length foretells.
    const reach = Math.round(length * (wasVoiced ? 0.2 : 0.5));
    const place = pitch > 0 ? highest(samples, next - reach, next + reach) : next;
    at = Math.max(at + Math.round(unvoicedPeriod / 4), place);
    wasVoiced = pitch > 0;
  }
  return periods;
}

function highest(samples: Float32Array, from: number, to: number): number {
  let best = from;
  for (let index = from; index <= to; index++) {
    if ((samples[index] ?? 0) > (samples[best] ?? 0)) best = index;
  }
  return best;
}

function laidAnew(samples: Float32Array, periods: readonly Period[]): Float32Array {
  const output = new Float32Array(samples.length);
  const weights = new Float32Array(samples.length);
  for (let place = 0, index = 0; place < samples.length; ) {
    while (
      Math.abs((periods[index + 1]?.at ?? Number.POSITIVE_INFINITY) - place) <=
      Math.abs((periods[index]?.at ?? 0) - place)
    ) {
      index++;
    }
    const period = periods[index];
    if (period === undefined) break;
    const { at, length, factor } = period;
    const reach = Math.round(length);
    for (let offset = -reach; offset <= reach; offset++) {
      const to = Math.round(place) + offset;
      if (to < 0 || to >= output.length) continue;
      const weight = 0.5 + 0.5 * Math.cos((Math.PI * offset) / (reach + 1));
      output[to] = (output[to] ?? 0) + weight * (samples[at + offset] ?? 0);
      weights[to] = (weights[to] ?? 0) + weight;
    }
    place += length / factor;
  }
  return output.map((sample, index) => sample / Math.max(weights[index] ?? 0, 0.2));
}
