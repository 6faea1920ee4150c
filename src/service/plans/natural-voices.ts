import { languageOf } from "../../contract/voices.ts";
import type { NeuralModel, Speaker } from "../engines/neural/model.ts";
import type { NeuralVoice } from "../engines/neural/neural-engine.ts";
import type { EngineVoice } from "../synthesis/synthesizer.ts";
import type { NamedVoice, SpeechPlan } from "./plan.ts";

/** What the engines call Mandarin; Cantonese is another language to them. */
const mandarin = "cmn";

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
 */
export function withNaturalVoices(plan: SpeechPlan, models: readonly NeuralModel[]): SpeechPlan {
  const { named, utterance } = plan;
  if (named === undefined || models.length === 0) return plan;
  const { voice } = utterance;
  const own = speakerFor(voice, named, models);
  const otherScripts = voice.otherScripts?.map((script) => {
    const found = speakerFor(script, named, models);
    return found === undefined ? script : { ...script, natural: found.voice, spokenLanguage: found.language };
  });
  const natural: EngineVoice = {
    ...voice,
    ...(own === undefined ? {} : { natural: own.voice, spokenLanguage: own.language }),
    ...(otherScripts === undefined ? {} : { otherScripts }),
  };
  const heard = [natural, ...(natural.otherScripts ?? [])].map(({ spokenLanguage }) => spokenLanguage);
  return {
    ...plan,
    utterance: { ...utterance, voice: natural },
    spokenLanguage: [...new Set(heard)].join(", "),
  };
}

/** The names of what speaks a voice, for the answer: eSpeak NG, models, or both in a mixed text. */
export function enginesOf({ natural, otherScripts = [] }: EngineVoice): readonly string[] {
  return [...new Set([natural, ...otherScripts.map((script) => script.natural)].map((by) => by?.model ?? "espeak-ng"))];
}

function speakerFor(
  { language, spokenLanguage }: Pick<EngineVoice, "language" | "spokenLanguage">,
  { voice, catalogue }: NamedVoice,
  models: readonly NeuralModel[],
): Found | undefined {
  const primary = language === mandarin ? "zh" : languageOf(language);
  const all = models.flatMap(({ name, speakers }) => speakers.map((speaker) => ({ ...speaker, model: name })));
  const fitting = all.filter((each) => each.gender === voice.gender && languageOf(each.language) === primary);
  const isNear = (speaker: Speaker): boolean => speaker.language === spokenLanguage;
  const ordered = [...fitting.filter(isNear), ...fitting.filter((each) => !isNear(each))];
  const alike = catalogue.filter(({ gender, locale }) => gender === voice.gender && locale === voice.locale);
  const index = alike.findIndex(({ name }) => name === voice.name);
  const chosen = ordered[Math.max(0, index) % Math.max(1, ordered.length)];
  if (chosen === undefined) return undefined;
  return { voice: { model: chosen.model, speaker: chosen.number }, language: chosen.language };
}
