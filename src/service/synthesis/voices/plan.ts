import { timbreOf } from "../../../contract/embedded-timbres.ts";
import type { Voice } from "../../../contract/voices.ts";
import { languageForLocale } from "../../engines/espeak/languages.ts";
import type { EngineVoice } from "./engine-voice.ts";

/**
 * Plans a voice that a request can name (sections 2.1 and 2.3). The same voice of the same catalogue is always the same
 * plan, and no two voices of one language in a catalogue share a timbre.
 *
 * @param locale what it speaks this time, where that isn't its own.
 * @returns undefined where neither that language nor a close one is the engine's.
 */
export function planVoice(voice: Voice, catalogue: readonly Voice[], locale = voice.locale): EngineVoice | undefined {
  const language = languageForLocale(locale);
  if (language === undefined) return undefined;
  return { language: language.engine.name, spokenLanguage: language.spoken, timbre: timbreOf(voice, catalogue) };
}
