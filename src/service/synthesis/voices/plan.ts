import { timbreOf } from "../../../contract/embedded-timbres.ts";
import type { Voice } from "../../../contract/voices.ts";
import { languageForLocale } from "../../engines/espeak/languages.ts";
import type { EngineVoice } from "./engine-voice.ts";

/** How a named voice is spoken by the engine, or why it can't be. */
export type VoicePlan =
  | {
      readonly ok: true;
      readonly voice: EngineVoice;
      /** BCP 47 tag of the language that is really heard, for `Content-Language`. */
      readonly spokenLanguage: string;
      /** Present where a close language speaks because the engine lacks the voice's own. */
      readonly standIn?: true;
    }
  | { readonly ok: false; readonly reason: "language-not-supported"; readonly locale: string };

/**
 * Plans a voice that a request can name (sections 2.1 and 2.3). The same voice of the same catalogue is always the same
 * plan, and no two voices of one language in a catalogue share a timbre.
 *
 * @param locale what it speaks this time, where that isn't its own.
 */
export function planVoice(voice: Voice, catalogue: readonly Voice[], locale = voice.locale): VoicePlan {
  const language = languageForLocale(locale);
  if (language === undefined) return { ok: false, reason: "language-not-supported", locale };
  return {
    ok: true,
    voice: { language: language.engine.name, spokenLanguage: language.spoken, timbre: timbreOf(voice, catalogue) },
    spokenLanguage: language.spoken,
    ...(language.standIn ? { standIn: true } : {}),
  };
}
