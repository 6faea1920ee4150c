import { shorten } from "../../contract/characters.ts";
import { languageOf } from "../../contract/voices.ts";
import { languageForLocale } from "../engines/espeak/languages.ts";
import { Refusal } from "../refusal.ts";
import { type ForeignScript, readabilityOf } from "../synthesis/text/foreign-scripts.ts";
import type { EngineVoice } from "../synthesis/voices/engine-voice.ts";

/** How much of a text an error quotes, in characters. */
const quoted = 40;

/**
 * Lets a voice speak what of a text is in another script by the engine's voice for its language, with its own timbre.
 * A text of which it reads nothing is refused: somebody has chosen the wrong voice.
 *
 * @param textParam the name under which the text was sent.
 * @throws Refusal 400 `language_not_supported` naming the part that can't be read.
 */
export async function readingVoice(text: string, textParam: string, voice: EngineVoice): Promise<EngineVoice> {
  const { readsSome, foreign } = await readabilityOf(text, voice.spokenLanguage);
  const readings = foreign.map((script) => {
    const { letters, words, locale = "" } = script;
    const language = languageForLocale(locale);
    if (language === undefined) throw unreadable(textParam, script, "which no voice of the embedded engine reads");
    const { engine, spoken } = language;
    return {
      letters,
      ...(words === undefined ? {} : { words }),
      locale,
      language: engine.name,
      spokenLanguage: spoken,
    };
  });
  const [first] = foreign;
  if (first !== undefined && !readsSome) {
    const others = languageOf(first.locale ?? "");
    throw unreadable(textParam, first, `which a voice of ${voice.spokenLanguage} can't read: choose one of ${others}`);
  }
  return readings.length === 0 ? voice : { ...voice, otherScripts: readings };
}

function unreadable(param: string, { part }: ForeignScript, why: string): Refusal {
  return new Refusal(400, "language_not_supported", `${param} holds “${shorten(part, quoted)}”, ${why}.`, { param });
}
