import type { Localized } from "../language.ts";

/** A setting of the emotion vector to begin with. What isn't named is left out, and so is 0. */
export interface EmotionPreset {
  readonly key: string;
  readonly label: Localized;
  readonly values: Readonly<Record<string, number>>;
}

/** Settings of Model C's emotion vector (section 2.5). They are ours: the document names none. */
export const emotionPresets: readonly EmotionPreset[] = [
  { key: "calm", label: { en: "Calm", zh: "平静" }, values: { emo_calm: 0.7 } },
  { key: "warm", label: { en: "Warm", zh: "温暖" }, values: { emo_happy: 0.3, emo_calm: 0.4 } },
  { key: "cheerful", label: { en: "Cheerful", zh: "欢快" }, values: { emo_happy: 0.75 } },
  { key: "sorrowful", label: { en: "Sorrowful", zh: "悲伤" }, values: { emo_sad: 0.6, emo_melancholic: 0.3 } },
  { key: "wistful", label: { en: "Wistful", zh: "惆怅" }, values: { emo_melancholic: 0.5, emo_calm: 0.25 } },
  { key: "tense", label: { en: "Tense", zh: "紧张" }, values: { emo_angry: 0.15, emo_afraid: 0.5 } },
  { key: "furious", label: { en: "Furious", zh: "愤怒" }, values: { emo_angry: 0.8, emo_disgusted: 0.1 } },
];
