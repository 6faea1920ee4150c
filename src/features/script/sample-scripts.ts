import type { Mode, ModelDescriptor } from "../../contract/model.ts";
import { languageOf } from "../../contract/voices.ts";
import { voiceFieldOf } from "../../core/voices/voice-called.ts";
import clockmakerEnglish from "./samples/clockmaker.en.txt?raw";
import clockmakerChinese from "./samples/clockmaker.zh.txt?raw";
import harbourEnglish from "./samples/harbour.en.txt?raw";
import harbourChinese from "./samples/harbour.zh.txt?raw";
import hornEnglish from "./samples/horn.en.txt?raw";
import hornChinese from "./samples/horn.zh.txt?raw";
import trainEnglish from "./samples/train.en.txt?raw";
import trainSpanish from "./samples/train.es.txt?raw";
import trainJapanese from "./samples/train.ja.txt?raw";
import trainKorean from "./samples/train.ko.txt?raw";
import trainChinese from "./samples/train.zh.txt?raw";
import weatherEnglish from "./samples/weather.en.txt?raw";
import weatherChinese from "./samples/weather.zh.txt?raw";

/** A text to try things out with. */
export interface SampleScript {
  readonly id: string;
  /** The language's tag; its name for itself stands in the menu. */
  readonly language: string;
  readonly title: string;
  /** Set for the scripts that are there for their length: the mode that takes it and that no shorter mode would. */
  readonly length?: Mode;
  readonly text: string;
}

/** The languages in which there are scripts of every length. */
export const lengthLanguages = ["en", "zh"] as const;
export type LengthLanguage = (typeof lengthLanguages)[number];

const written: readonly SampleScript[] = [
  { id: "english", language: "en", title: "Welcome aboard", text: trainEnglish },
  { id: "chinese", language: "zh", title: "欢迎乘车", text: trainChinese },
  { id: "japanese", language: "ja", title: "ご乗車ありがとうございます", text: trainJapanese },
  { id: "korean", language: "ko", title: "오늘 밤 열차", text: trainKorean },
  { id: "spanish", language: "es", title: "Bienvenidos a bordo", text: trainSpanish },
  { id: "stream", language: "en", title: "The weather for tomorrow", length: "stream", text: weatherEnglish },
  { id: "speech", language: "en", title: "The horn", length: "speech", text: hornEnglish },
  { id: "async", language: "en", title: "The Clockmaker of Tern Street", length: "async", text: clockmakerEnglish },
  { id: "chinese stream", language: "zh", title: "明天的天气", length: "stream", text: weatherChinese },
  { id: "chinese speech", language: "zh", title: "汽笛", length: "speech", text: hornChinese },
  { id: "chinese async", language: "zh", title: "潮汐街的钟表匠", length: "async", text: clockmakerChinese },
];

/**
 * The scripts of the menu: one in each of five languages, then one for each length in each of {@link lengthLanguages}.
 * Their files end in a line break, as text files do; what is spoken doesn't.
 */
export const sampleScripts = written.map((sample) => ({ ...sample, text: sample.text.trimEnd() }));

const dialogues: Readonly<Record<LengthLanguage, Omit<SampleScript, "language">>> = {
  en: { id: "dialogue", title: "The last boat", text: harbourEnglish },
  zh: { id: "chinese dialogue", title: "最后一班船", text: harbourChinese },
};

/**
 * A script with pauses for two voices of a model, whose names stand in it; undefined where the model has no two of the
 * language.
 */
export function dialogueFor(model: ModelDescriptor, language: LengthLanguage): SampleScript | undefined {
  const voices = (voiceFieldOf(model)?.voices ?? []).filter(({ locale }) => languageOf(locale) === language);
  const one = voices.find(({ gender }) => gender === "female");
  const other = voices.find(({ gender }) => gender === "male");
  if (one === undefined || other === undefined) return undefined;
  const { text, ...dialogue } = dialogues[language];
  const named = text.replaceAll("[1]", `[${one.label}]`).replaceAll("[2]", `[${other.label}]`);
  return { ...dialogue, language, text: named.trimEnd() };
}
