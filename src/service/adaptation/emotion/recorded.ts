import type { Measurement } from "../measuring/measure.ts";
import { semitones } from "../measuring/pitch.ts";
import { bounded, type Expression, neutral } from "./emotions.ts";

/** Speech with less intonation than this, in semitones, says nothing about how lively it is. */
const flattest = 1;

/**
 * What the way of speaking in one recording has over that in another: its intonation, rate and level, each relative to
 * the voice reference. How high the other speaker's voice is doesn't count, for that is who speaks and not how.
 */
export function expressionBetween(emotion: Measurement, voice: Measurement): Expression {
  return bounded({
    ...neutral,
    range: Math.max(flattest, semitones(emotion.pitch)) / Math.max(flattest, semitones(voice.pitch)),
    rate: voice.syllableRate > 0 && emotion.syllableRate > 0 ? emotion.syllableRate / voice.syllableRate : 1,
    gain: emotion.level - voice.level,
  });
}
