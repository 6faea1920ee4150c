import type { Voice } from "../../../contract/voices.ts";
import { languageForLocale } from "../../engines/espeak/languages.ts";
import type { EngineVoice } from "./engine-voice.ts";
import { timbreFor } from "./timbres.ts";

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

/** Voices that could be mistaken for each other: those that one language of the engine speaks, by gender. */
function familyOf(voice: Pick<Voice, "locale" | "gender">): string {
  const name = languageForLocale(voice.locale)?.engine.name.split("-", 1)[0];
  return `${name} ${voice.gender}`;
}

/**
 * Plans a voice that a request can name (sections 2.1 and 2.3). The same voice of the same catalogue is always the same
 * plan, and no two voices of one language in a catalogue share a timbre.
 *
 * @param locale what it speaks this time, where that isn't its own.
 */
export function planVoice(voice: Voice, catalogue: readonly Voice[], locale = voice.locale): VoicePlan {
  const language = languageForLocale(locale);
  if (language === undefined) return { ok: false, reason: "language-not-supported", locale };
  const family = familyOf(voice);
  const names = catalogue.filter((other) => familyOf(other) === family).map((other) => other.name);
  const index = names.indexOf(voice.name);
  const timbre =
    index < 0 ? timbreFor(voice.gender, voice.name, 0, 1) : timbreFor(voice.gender, voice.name, index, names.length);
  return {
    ok: true,
    voice: { language: language.engine.name, spokenLanguage: language.spoken, timbre },
    spokenLanguage: language.spoken,
    ...(language.standIn ? { standIn: true } : {}),
  };
}
