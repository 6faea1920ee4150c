import type { Voice } from "../../contract/voices.ts";
import { languageName, localeTags, originOf } from "../../state/voice-names.ts";
import type { Texts } from "../playground-context.ts";

/** A voice in a few words: language, origin, gender. */
export function describeVoice(voice: Voice, { t, language }: Texts): string {
  const tag = localeTags[language];
  return [languageName(voice, tag), originOf(voice, tag), t.voice.genders[voice.gender]]
    .filter((part) => part !== undefined)
    .join(" · ");
}
