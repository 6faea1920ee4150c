import type { ModelDescriptor, VoiceField } from "../../contract/model.ts";
import type { Voice } from "../../contract/voices.ts";
import { normalise } from "../text/normalise.ts";
import { chineseNamesOf } from "./voice-other-names.ts";

/** A model's field for a voice of its own; undefined where it speaks with recordings. */
export function voiceFieldOf(model: ModelDescriptor): VoiceField | undefined {
  return model.fields.find((field) => field.kind === "voice");
}

/**
 * The voice that somebody calls by a name, whether it is written as it is sent, as people say it or in Chinese, in
 * capitals or not. Where several are called so, the first one of the language of `near`, the name of a voice.
 */
export function voiceCalled({ voices }: VoiceField, called: string, near?: string): Voice | undefined {
  const wanted = normalise(called);
  const isMeant = (voice: Voice) =>
    [voice.name, voice.label, ...chineseNamesOf(voice)].some((name) => normalise(name) === wanted);
  const meant = voices.filter(isMeant);
  const locale = voices.find(({ name }) => name === near)?.locale;
  return meant.find((voice) => voice.locale === locale) ?? meant[0];
}
