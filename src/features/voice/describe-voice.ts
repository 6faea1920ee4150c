import type { Voice } from "../../contract/voices.ts";
import type { Texts } from "../../core/page/playground-context.ts";
import { languageName, localeTags, originOf } from "../../core/voices/voice-names.ts";

/** A voice in a few words: language, origin, gender. */
export function describeVoice(voice: Voice, { page, language }: Texts): string {
  const tag = localeTags[language];
  const name = languageName(voice, tag);
  const spoken = voice.multilingual === true ? page.voice.andOthers(name) : name;
  return [spoken, originOf(voice, tag), page.voice.genders[voice.gender]]
    .filter((part) => part !== undefined)
    .join(" · ");
}
