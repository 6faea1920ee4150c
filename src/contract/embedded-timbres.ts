import { hashOf } from "./hash.ts";
import { type Gender, languageOf, type Voice } from "./voices.ts";

/** How the embedded service's usual engine colours a voice; the engine says what each figure does. */
interface VoiceTimbre {
  /** Median pitch in Hz. */
  readonly f0: number;
  readonly formantScale: number;
  readonly brightness: number;
  readonly flutter: number;
  readonly roughness: number;
  readonly liveliness: number;
}

/** The ranges that voices of a gender are spread over: F0 in Hz, formants as a factor. They don't touch. */
const ranges = {
  female: { f0: [168, 252], formantScale: [1.1, 1.26] },
  male: { f0: [82, 142], formantScale: [0.88, 1.03] },
} as const;

/** A number from 0 to 1 that a name always gives. */
const fractionOf = (name: string): number => hashOf(name) / 2 ** 32;

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
export function timbreFor(gender: Gender, name: string, index: number, count: number): VoiceTimbre {
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

/** What the engine speaks in another language's place, or under another name, by locale or language. */
const spokenLike: Readonly<Record<string, string>> = {
  gl: "pt",
  fil: "id",
  jv: "id",
  su: "id",
  so: "sw",
  zu: "tn",
  zh: "cmn",
  "zh-HK": "yue",
};

/** Voices that could be mistaken for each other: those that one language of the engine speaks, by gender. */
function familyOf({ locale, gender }: Voice): string {
  return `${spokenLike[locale] ?? spokenLike[languageOf(locale)] ?? languageOf(locale)} ${gender}`;
}

/**
 * The timbre of a voice of a catalogue: always the same one, and no two voices of one language share any. The embedded
 * service speaks by it, and the page says how it sounds.
 */
export function timbreOf(voice: Voice, catalogue: readonly Voice[]): VoiceTimbre {
  const family = familyOf(voice);
  const names = catalogue.filter((other) => familyOf(other) === family).map(({ name }) => name);
  const index = names.indexOf(voice.name);
  return timbreFor(voice.gender, voice.name, Math.max(0, index), index < 0 ? 1 : names.length);
}

/** What an ear tells of a timbre beside others of its gender. */
const timbreTraits = ["low", "high", "bright", "dark", "lively", "even", "creaky"] as const;
export type TimbreTrait = (typeof timbreTraits)[number];

/**
 * What stands out of a timbre: a pitch in the lowest or highest third of its gender's, clearly more or less of the
 * rest.
 */
export function traitsOfTimbre(timbre: VoiceTimbre, gender: Gender): readonly TimbreTrait[] {
  const [lowest, highest] = ranges[gender].f0;
  const pitch = Math.log(timbre.f0 / lowest) / Math.log(highest / lowest);
  const { brightness, liveliness, roughness } = timbre;
  const holds: Readonly<Record<TimbreTrait, boolean>> = {
    low: pitch < 1 / 3,
    high: pitch > 2 / 3,
    bright: brightness >= 108,
    dark: brightness <= 92,
    lively: liveliness >= 1.07,
    even: liveliness <= 0.93,
    creaky: roughness >= 2,
  };
  return timbreTraits.filter((trait) => holds[trait]);
}
