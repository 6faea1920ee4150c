import type { SettingsStore } from "../page/settings.ts";
import { tidyWord } from "../text/find-words.ts";
import type { Pronunciations } from "../text/pronunciations.ts";
import { restoreForm } from "./restore-form.ts";
import type { TakeForm } from "./take.ts";

/**
 * Puts a take's form into the page in the place of what stands there, and the pronunciations that it was spoken with
 * into the list, whose other words stay. Returns what takes both back, and whether the list has changed.
 */
export function restoreSpoken(
  settings: SettingsStore,
  form: TakeForm,
): { readonly takeBack: () => void; readonly changedWords: boolean } {
  const { pronunciations } = settings.getState();
  const putBack = restoreForm(settings, form);
  const merged = withPronunciations(pronunciations, form.pronunciations ?? []);
  const changedWords = merged !== pronunciations;
  if (changedWords) settings.setState({ pronunciations: merged });
  return {
    changedWords,
    takeBack() {
      putBack();
      if (changedWords) settings.setState({ pronunciations });
    },
  };
}

/** A list in which each word of `brought` is spelled as there, if it is there. The same where nothing changes. */
export function withPronunciations(list: Pronunciations, brought: Pronunciations): Pronunciations {
  const others = new Map(brought.map((entry) => [tidyWord(entry.word), entry]));
  const kept = list.map((entry) => {
    const word = tidyWord(entry.word);
    const { spoken = "" } = others.get(word) ?? {};
    others.delete(word);
    return spoken === "" || spoken === entry.spoken.trim() ? entry : { ...entry, spoken };
  });
  const isSame = others.size === 0 && kept.every((entry, index) => entry === list[index]);
  return isSame ? list : [...kept, ...others.values()];
}
