import type { Localized } from "./language.ts";

/** What a person agrees to before a voice is recorded, taken from a file or cloned. */
export const voiceConsent: Localized = {
  en: "I use only voices that I may use: my own, or that of somebody who has agreed.",
  zh: "我只使用自己有权使用的声音：我自己的，或已征得本人同意的。",
};
