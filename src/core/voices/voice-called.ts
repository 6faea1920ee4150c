import type { ModelDescriptor, VoiceField } from "../../contract/model.ts";
import type { Voice } from "../../contract/voices.ts";
import { oncePer } from "../page/once-per.ts";
import { normalise } from "../text/normalise.ts";
import { chineseNamesOf, voiceLabel } from "./voice-other-names.ts";

/** A model's field for a voice of its own; undefined where it speaks with recordings. */
export function voiceFieldOf(model: ModelDescriptor): VoiceField | undefined {
  return model.fields.find((field) => field.kind === "voice");
}

/** The voices of a field by what they are called: names are looked up by the thousand at each key that is pressed. */
const voicesByCall = oncePer(new WeakMap<VoiceField, Map<string, Voice[]>>(), ({ voices }) => {
  const byCall = new Map<string, Voice[]>();
  for (const voice of voices)
    for (const name of [voice.name, voice.label, voiceLabel(voice, "zh"), ...chineseNamesOf(voice)].map(normalise))
      byCall.set(name, [...(byCall.get(name) ?? []), voice]);
  return byCall;
});

/**
 * The voice that somebody calls by a name, whether it is written as it is sent, as people say it or in Chinese, in
 * capitals or not. Where several are called so, the first one of the language of `near`, the name of a voice.
 */
export function voiceCalled(field: VoiceField, called: string, near?: string): Voice | undefined {
  const meant = voicesByCall(field).get(normalise(called)) ?? [];
  const locale = meant.length > 1 && field.voices.find(({ name }) => name === near)?.locale;
  return meant.find((voice) => voice.locale === locale) ?? meant[0];
}
