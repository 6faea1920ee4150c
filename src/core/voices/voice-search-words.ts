import { type Gender, languageOf, regionOf, type Voice } from "../../contract/voices.ts";
import { chineseNamesOf } from "./voice-other-names.ts";

const mandarin = ["Mandarin", "Putonghua", "普通话", "國語", "国语"];

// What people call a language where its tag says something else, by locale or language.
const languageWords: Readonly<Record<string, readonly string[]>> = {
  "zh-HK": ["Cantonese", "粤语", "廣東話", "广东话"],
  "zh-CN": mandarin,
  "zh-TW": mandarin,
  "zh-CN-liaoning": ["Northeastern", "东北", "东北话"],
  "zh-CN-shaanxi": ["陕西话"],
  zh: mandarin,
  fil: ["Tagalog"],
  es: ["西语", "西文"],
  pt: ["葡语", "葡文"],
  id: ["印尼语", "印尼文"],
  nb: ["Norwegian", "Norsk"],
  fa: ["Farsi"],
};

// What people call what comes from a region, and the region in short, where a search for its name wouldn't find it.
const regionWords: Readonly<Record<string, readonly string[]>> = {
  AE: ["Emirati", "UAE"],
  AR: ["Argentinian"],
  AU: ["Aussie"],
  CH: ["Swiss"],
  CN: ["Mainland", "PRC", "大陆"],
  GB: ["British", "England", "Great Britain", "UK", "英式"],
  IE: ["Irish"],
  MX: ["Mexican", "Mexicano"],
  NL: ["Holland"],
  NZ: ["Kiwi"],
  PE: ["Peruvian"],
  US: ["USA", "America", "American", "美式"],
  ZA: ["South African"],
};

/** A name with the other forms that people write it in: 日语 is also 日語 and 日文. */
export function otherNamesOf(name: string): readonly string[] {
  const stem = /^(\p{Script=Han}+)语$/u.exec(name)?.[1];
  return stem === undefined ? [name] : [name, `${stem}語`, `${stem}文`];
}

/** Words that people look for a voice by, beside the names of its language and region. */
export function otherWordsOf(voice: Voice): readonly string[] {
  const { locale, multilingual } = voice;
  const region = regionOf(locale);
  return [
    ...chineseNamesOf(voice),
    ...(multilingual === true ? ["多语言", "多语种", "多語言"] : []),
    ...(languageWords[locale] ?? languageWords[languageOf(locale)] ?? []),
    ...(region === undefined ? [] : (regionWords[region] ?? [])),
  ];
}

/** The words that people use for a gender, in each interface language. */
export const genderWords: Readonly<Record<Gender, readonly string[]>> = {
  female: ["female", "woman", "女", "女声", "女聲", "女性", "女生", "女人", "女的"],
  male: ["male", "man", "男", "男声", "男聲", "男性", "男生", "男人", "男的"],
};

/** Words that people look for a voice by that a model speaks naturally; none for another. */
export function wordsOfEngine(engine: string | undefined): readonly string[] {
  return engine === undefined ? [] : ["natural", "自然", "自然音色", engine];
}
