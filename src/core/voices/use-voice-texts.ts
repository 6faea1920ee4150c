import { type Texts, useTexts } from "../page/playground-context.ts";
import { type VoiceMessages, voiceMessages } from "./messages/index.ts";

/** Texts and numbers of choosing a voice: `v` holds its own, the rest is as on the page. */
export interface VoiceTexts extends Texts {
  readonly v: VoiceMessages;
}

/** Texts and numbers of choosing a voice. */
export function useVoiceTexts(): VoiceTexts {
  const texts = useTexts();
  return { ...texts, v: voiceMessages.in(texts.language) };
}
