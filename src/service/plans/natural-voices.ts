import { plainEngine } from "../../contract/engines.ts";
import { languageOf, type Voice } from "../../contract/voices.ts";
import { languageForLocale } from "../engines/espeak/languages.ts";
import type { NaturalModel, NeuralVoice } from "../engines/natural-voices.ts";
import type { EngineVoice } from "../synthesis/synthesizer.ts";
import type { NamedVoice, SpeechPlan } from "./plan.ts";
import { primaryOf, speakerAmong } from "./speakers.ts";

type MayBeSpokenBy = (language: string, engine: string) => boolean;

interface Found {
  readonly voice: NeuralVoice;
  readonly language: string;
}

/**
 * Lets natural voices speak a plan wherever one of the installed models has a speaker of the voice's language and
 * gender. The same voice gets the same speaker each time, and voices of one locale and gender get different ones as
 * long as there are any. All else stays with eSpeak NG.
 *
 * @param models in the order in which they are preferred.
 * @param mayBeSpokenBy whether a language, as a primary tag, may be spoken by an engine; always when absent.
 */
export function withNaturalVoices(
  plan: SpeechPlan,
  models: readonly NaturalModel[],
  mayBeSpokenBy: MayBeSpokenBy = () => true,
): SpeechPlan {
  const { named, utterance } = plan;
  if (named === undefined || models.length === 0) return plan;
  const { voice } = utterance;
  const own = speakerFor(voice, named, models, mayBeSpokenBy);
  const otherScripts = voice.otherScripts?.map((script) => {
    const found = speakerFor(script, named, models, mayBeSpokenBy);
    return found === undefined ? script : { ...script, natural: found.voice, spokenLanguage: found.language };
  });
  const natural: EngineVoice = {
    ...voice,
    ...(own === undefined ? {} : { natural: own.voice, spokenLanguage: own.language }),
    ...(otherScripts === undefined ? {} : { otherScripts }),
  };
  return { ...plan, utterance: { ...utterance, voice: natural } };
}

/**
 * The names of what speaks a voice, for the answer: eSpeak NG, models, or both in a mixed text. A model that was told
 * what is said in its recording has `transcript` behind its name, as a parameter of RFC 8941.
 */
export function enginesOf({ natural, otherScripts = [] }: EngineVoice): readonly string[] {
  const nameOf = (by: NeuralVoice | undefined): string => {
    const source = by?.reference?.transcript?.source;
    return `${by?.model ?? plainEngine}${source === undefined ? "" : `;transcript=${source}`}`;
  };
  return [...new Set([natural, ...otherScripts.map((script) => script.natural)].map(nameOf))];
}

/** Which of a catalogue's voices are spoken naturally when they read their own language, by the model that does it. */
export function naturallySpoken(
  voices: readonly Voice[],
  models: readonly NaturalModel[],
  mayBeSpokenBy: MayBeSpokenBy,
): Record<string, string[]> {
  const byModel = new Map<string, string[]>();
  for (const voice of models.length === 0 ? [] : voices) {
    const language = languageForLocale(voice.locale);
    if (language === undefined) continue;
    const spoken = { language: language.engine.name, spokenLanguage: language.spoken };
    const found = speakerFor(spoken, { voice, catalogue: voices }, models, mayBeSpokenBy);
    if (found === undefined) continue;
    const { model } = found.voice;
    byModel.set(model, [...(byModel.get(model) ?? []), voice.name]);
  }
  return Object.fromEntries(byModel);
}

function speakerFor(
  { language, spokenLanguage }: Pick<EngineVoice, "language" | "spokenLanguage">,
  named: NamedVoice,
  models: readonly NaturalModel[],
  mayBeSpokenBy: MayBeSpokenBy,
): Found | undefined {
  const primary = primaryOf(language);
  const all = models
    .filter(({ name }) => mayBeSpokenBy(primary, name))
    .flatMap(({ name, speakers }) => speakers.map((speaker) => ({ ...speaker, model: name })));
  const { gender } = named.voice;
  const fitting = all.filter((each) => each.gender === gender && languageOf(each.language) === primary);
  const chosen = speakerAmong(fitting, named, primary, spokenLanguage);
  if (chosen === undefined) return undefined;
  return { voice: { model: chosen.model, speaker: chosen.speaker }, language: chosen.language };
}
