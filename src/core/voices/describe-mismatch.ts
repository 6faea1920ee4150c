import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { spokenIn, type Writing, writingName } from "../text/writing-system.ts";
import { voiceMessages } from "./messages/index.ts";
import type { WritingMismatch } from "./voice-fit.ts";
import { languageName, localeTags, placeNames } from "./voice-names.ts";

/** That a script is written otherwise than its voice, or any of its model's voices, speaks: a sentence. */
export function describeMismatch(
  { writing, language: spoken, told, spoken: voice, offer }: WritingMismatch,
  model: ModelDescriptor,
  language: InterfaceLanguage,
): string {
  const messages = voiceMessages.in(language);
  const written = told
    ? placeNames(localeTags[language]).language(spoken)
    : writingOrLanguage(writing, spoken, language);
  return offer?.model === model
    ? messages.mismatch(written, voice.label, languageName(voice, localeTags[language]))
    : messages.noneSpeaks(written, model.label);
}

/** That a voice which nobody chose has gone with what is written: a sentence. */
export function describeFollowed(voice: string, writing: Writing, language: InterfaceLanguage): string {
  return voiceMessages.in(language).followed(writingOrLanguage(writing, spokenIn(writing), language), voice);
}

/** What people call it: Chinese rather than Han characters, but Cyrillic rather than Russian, which is one of many. */
function writingOrLanguage(written: Writing, spoken: string, language: InterfaceLanguage): string {
  const own = written === "Hani" || written === "Kana" || written === "Hang";
  return own
    ? placeNames(localeTags[language]).language(spoken)
    : voiceMessages.in(language).letters(writingName(written, language));
}
