import { expect, test } from "vitest";
import { sampleSentences } from "../../../contract/sample-sentences.ts";
import { calibrationText } from "../../adaptation/fitting/calibration-texts.ts";
import { languageForLocale } from "../../engines/espeak/languages.ts";
import { languageOfText } from "./text-language.ts";

const told =
  "am ar bn cs da de el en es fa fi fr gu he hi hu id it ja ka kk kn ko " +
  "ml mr my nl pl pt ro ru si sv ta te th tr uk ur vi yue zh";

test.each(told.split(" "))("an everyday sentence in %s", (language) => {
  const found = languageOfText(sampleSentences[language] ?? "");
  expect(language === "yue" ? found : found.split("-")[0]).toBe(language === "yue" ? "zh-HK" : language);
});

test.each([
  ["", "en-US"],
  ["12345 ... 67 €", "en-US"],
  ["OK", "en-US"],
  ["The naïve café owner", "en-US"],
  ['I said "Guten Tag" to the man and he was happy with it.', "en-US"],
  ["Wie geht es dir heute?", "de-DE"],
  ["¿Qué hora es?", "es-ES"],
  ["你好", "zh-CN"],
  ["我用Python写了一个程序", "zh-CN"],
  ["这个の字很流行，大家都喜欢用它来写招牌", "zh-CN"],
  ["東京タワーに行きたい", "ja-JP"],
  ["ラーメン", "ja-JP"],
  ["안녕 world", "ko-KR"],
  ["hello мир, как дела сегодня", "ru-RU"],
  ["សួស្តី", "km-KH"],
  ["😀😀", "en-US"],
  ["\ud800", "en-US"],
])("%j is taken for %s", (text, expected) => {
  expect(languageOfText(text)).toBe(expected);
});

test("every language that is told has a voice of the engine and a sample to measure it on", () => {
  for (const language of told.split(" ")) {
    const locale = languageOfText(sampleSentences[language] ?? "");
    const engine = languageForLocale(locale)?.engine.name ?? "none";
    expect(calibrationText(engine, locale), locale).toBeDefined();
  }
});
