import { languageOf, type Voice } from "../../contract/voices.ts";
import { languageForLocale } from "../engines/espeak/languages.ts";
import type { NaturalSpeaker } from "../engines/natural-voices.ts";
import type { NamedVoice } from "./plan.ts";

/** What the engines call Mandarin; Cantonese is another language to them. */
const mandarin = "cmn";

/** The primary tag of a language, by the engine's name for it. */
export function primaryOf(language: string): string {
  return language === mandarin ? "zh" : languageOf(language);
}

/**
 * Which speaker is a voice's: the same each time, another one for each voice of the language as long as there are any,
 * and one of the voice's own country where that has one left.
 *
 * @param speakers of the language and the voice's gender, the preferred ones first.
 * @param primary the language's primary tag.
 * @param spoken the BCP 47 tag of what is heard.
 */
export function speakerAmong<Speaker extends NaturalSpeaker>(
  speakers: readonly Speaker[],
  { voice, catalogue }: NamedVoice,
  primary: string,
  spoken: string,
): Speaker | undefined {
  const own = languagesOf(catalogue).filter((each) => each.gender === voice.gender && each.primary === primary);
  const assigned = assign(own, speakers).get(voice.name);
  if (assigned !== undefined) return assigned;
  // It reads another language than its own.
  const near = nearFirst(speakers, spoken);
  return near[indexAmongAlike(voice, catalogue) % Math.max(1, near.length)];
}

interface VoiceLanguage extends Pick<Voice, "name" | "gender"> {
  readonly primary: string;
  readonly spoken: string;
}

const known = new WeakMap<readonly Voice[], readonly VoiceLanguage[]>();

/** What each voice of a catalogue speaks, of those that have a language. */
function languagesOf(catalogue: readonly Voice[]): readonly VoiceLanguage[] {
  const found = known.get(catalogue);
  if (found !== undefined) return found;
  const languages = catalogue.flatMap(({ name, gender, locale }) => {
    const language = languageForLocale(locale);
    if (language === undefined) return [];
    return [{ name, gender, primary: primaryOf(language.engine.name), spoken: language.spoken }];
  });
  known.set(catalogue, languages);
  return languages;
}

function assign<Speaker extends NaturalSpeaker>(
  voices: readonly { readonly name: string; readonly spoken: string }[],
  speakers: readonly Speaker[],
): ReadonlyMap<string, Speaker> {
  const assigned = new Map<string, Speaker>();
  const free = new Set(speakers);
  const take = (name: string, speaker: Speaker | undefined): void => {
    if (speaker === undefined) return;
    free.delete(speaker);
    assigned.set(name, speaker);
  };
  for (const { name, spoken } of voices)
    take(
      name,
      [...free].find(({ language }) => language === spoken),
    );
  for (const { name } of voices) if (!assigned.has(name)) take(name, [...free][0]);
  for (const [index, { name, spoken }] of voices.entries()) {
    const near = speakers.filter(({ language }) => language === spoken);
    const any = near.length > 0 ? near : speakers;
    if (!assigned.has(name)) take(name, any[index % Math.max(1, any.length)]);
  }
  return assigned;
}

function nearFirst<Speaker extends NaturalSpeaker>(speakers: readonly Speaker[], spoken: string): readonly Speaker[] {
  const isNear = ({ language }: Speaker): boolean => language === spoken;
  return [...speakers.filter(isNear), ...speakers.filter((speaker) => !isNear(speaker))];
}

function indexAmongAlike({ name, gender, locale }: Voice, catalogue: readonly Voice[]): number {
  const alike = catalogue.filter((other) => other.gender === gender && other.locale === locale);
  return Math.max(
    0,
    alike.findIndex((other) => other.name === name),
  );
}
