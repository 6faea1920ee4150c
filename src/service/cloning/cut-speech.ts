import { joinSamples } from "../../contract/bytes.ts";
import { frameSeconds, measureActivity, quietestPlace } from "../adaptation/measuring/activity.ts";
import type { Recording } from "../reference/recording.ts";

/** What is left of the silence before and behind speech, in seconds: soft beginnings and ends are in it. */
const margin = 0.1;
/** Speech with less silence than this in between is one stretch, in seconds; so long are pauses at most, then. */
const longestPause = 0.3;
/** What sounds shorter than this, apart from all else, is a click and no speech, in seconds. */
const shortestSpeech = 0.1;
/** Where too long a sound is cut: at the quietest place within this last part of what is wanted. */
const lastPart = 0.35;

/**
 * The speech in a recording: without the silence around it, with short pauses, and at most so long. What is too long is
 * cut between two words, as far as the loudness tells them apart.
 *
 * @param most in seconds.
 * @returns with `isWhole` false where something was cut.
 */
export function cutSpeech({ samples, sampleRate }: Recording, most: number): Recording & { readonly isWhole: boolean } {
  const speech = joinSamples(
    stretchesOf(samples, sampleRate).map(([from, to]) =>
      samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate)),
    ),
  );
  const isWhole = speech.length <= most * sampleRate;
  const kept = isWhole ? speech : speech.subarray(0, quietestPlace(speech, sampleRate, most * (1 - lastPart), most));
  return { samples: kept.slice(), sampleRate, isWhole };
}

/** The stretches of speech, in seconds, each with what is left of the silence around it. */
function stretchesOf(samples: Float32Array, sampleRate: number): (readonly [from: number, to: number])[] {
  const { levels, threshold } = measureActivity(samples, sampleRate);
  const found: { from: number; to: number; active: number }[] = [];
  for (const [frame, level] of levels.entries()) {
    if (level <= threshold) continue;
    const [from, to] = [frame * frameSeconds, (frame + 1) * frameSeconds];
    const last = found.at(-1);
    if (last === undefined || from - last.to > longestPause) found.push({ from, to, active: frameSeconds });
    else {
      last.to = to;
      last.active += frameSeconds;
    }
  }
  return found
    .filter(({ active }) => active >= shortestSpeech)
    .map(({ from, to }) => [Math.max(0, from - margin), Math.min(samples.length / sampleRate, to + margin)]);
}
