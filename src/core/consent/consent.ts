import { createStore, type StoreApi } from "zustand/vanilla";
import { perPlayground } from "../page/per-playground.ts";
import { settingsKey } from "../page/settings.ts";
import { createSettingsStorage } from "../page/settings-storage.ts";

/** Whether a person has said that they use only voices that they may use (`voiceConsent`). */
export interface Consent {
  readonly given: boolean;
  setGiven(given: boolean): void;
}

const key = `${settingsKey} consent`;

/** The consent of this tab, until it is closed: whoever comes next is asked again. */
export const consentOf = perPlayground(({ tabStorage }): StoreApi<Consent> => {
  const storage = createSettingsStorage<Pick<Consent, "given">>(tabStorage, () => ({}));
  const kept = storage.getItem(key);
  return createStore<Consent>()((set) => ({
    given: kept !== null && !("then" in kept) && kept.state.given === true,
    setGiven(given) {
      set({ given });
      storage.setItem(key, { state: { given } });
    },
  }));
});
