import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import type { WritingMismatch } from "../../state/voice-fit.ts";
import { languageName, localeTags, placeNames } from "../../state/voice-names.ts";
import { type Writing, writingName } from "../../state/writing.ts";
import type { Messages } from "../messages/en.ts";

interface MismatchTexts {
  readonly t: Messages;
  readonly language: InterfaceLanguage;
}

/** That a script is written otherwise than its voice, or any of its model's voices, speaks: a sentence. */
export function describeMismatch(
  { writing, language: spoken, spoken: voice, offer }: WritingMismatch,
  model: ModelDescriptor,
  texts: MismatchTexts,
): string {
  const { t, language } = texts;
  const written = writingOrLanguage(writing, spoken, texts);
  return offer?.model === model
    ? t.voice.mismatch(written, voice.label, languageName(voice, localeTags[language]))
    : t.voice.noneSpeaks(written, model.label);
}

/** What people call it: Chinese rather than Han characters, but Cyrillic rather than Russian, which is one of many. */
function writingOrLanguage(written: Writing, spoken: string, { t, language }: MismatchTexts): string {
  const own = written === "Hani" || written === "Kana" || written === "Hang";
  return own ? placeNames(localeTags[language]).language(spoken) : t.voice.letters(writingName(written, language));
}
