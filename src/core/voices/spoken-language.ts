import type { ModelDescriptor } from "../../contract/model.ts";
import { findModel } from "../../contract/models/index.ts";
import { voicesOf } from "../takes/take.ts";
import { languageOfText } from "../text/writing-system.ts";

/** Who speaks a text: a model, or its id, and voices in the order in which they begin. */
type Speakers = Parameters<typeof voicesOf>[0] & { readonly model: ModelDescriptor | string };

/** The language that was asked for with the voices; undefined where it isn't known, or it is several. */
export function localeOf({ model, ...speakers }: Speakers): string | undefined {
  const descriptor = typeof model === "string" ? findModel(model) : model;
  const known = descriptor?.fields.flatMap((field) => (field.kind === "voice" ? field.voices : [])) ?? [];
  const locales = voicesOf(speakers).map((voice) => {
    const found = known.find(({ name }) => name === voice);
    return found?.multilingual === true ? undefined : found?.locale;
  });
  const [locale, ...others] = new Set(locales);
  return others.length === 0 ? locale : undefined;
}

/** The `lang` of a text that is spoken, so that it is read and drawn as what it is on a page in any language. */
export function spokenLanguage(text: string, speakers: Speakers): string | undefined {
  return languageOfText(text, localeOf(speakers));
}
