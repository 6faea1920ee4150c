import type { Gender } from "../../../contract/voices.ts";
import type { Timbre } from "../../engines/espeak/timbre.ts";

/** The ranges that voices of a gender are spread over: F0 in Hz, formants as a factor. They don't touch. */
const ranges = {
  female: { f0: [168, 252], formantScale: [1.1, 1.26] },
  male: { f0: [82, 142], formantScale: [0.88, 1.03] },
} as const;

/** A number from 0 to 1 that a name always gives (FNV-1a). */
function fractionOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}

const fraction = (value: number): number => value - Math.floor(value);

/**
 * Which of `count` cells the voice at `index` takes: the order of the multiples of the golden ratio, so that voices
 * that stand beside each other in a list are far apart in pitch.
 */
function spreadCell(index: number, count: number): number {
  const key = (position: number) => fraction((position + 1) * 0.618_033_988_75);
  let cell = 0;
  for (let other = 0; other < count; other++) if (key(other) < key(index)) cell++;
  return cell;
}

/**
 * The timbre of one of `count` voices that share a language and a gender. F0 is spaced evenly over the gender's range,
 * the other qualities by low-discrepancy sequences, so that no two are alike; the name shifts each a little, so that
 * voices of different languages differ too.
 */
export function timbreFor(gender: Gender, name: string, index: number, count: number): Timbre {
  const { f0, formantScale } = ranges[gender];
  const own = fractionOf(name);
  const place = (spreadCell(index, count) + 0.5 + (own - 0.5) * (count === 1 ? 0.9 : 0.3)) / count;
  const sequence = (step: number) => fraction(own * 0.2 + 0.4 + index * step);
  return {
    f0: f0[0] * (f0[1] / f0[0]) ** place,
    formantScale: formantScale[0] + (formantScale[1] - formantScale[0]) * sequence(0.754_877_666),
    brightness: Math.round(84 + 32 * sequence(0.569_840_291)),
    flutter: Math.round(1 + 5 * sequence(0.438_578)),
    roughness: gender === "male" ? Math.floor(3 * sequence(0.324_718)) : 0,
    liveliness: 0.85 + 0.3 * sequence(0.860_9),
  };
}
