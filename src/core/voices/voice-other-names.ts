import type { InterfaceLanguage } from "../../contract/language.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { languageOf, type Voice } from "../../contract/voices.ts";

/** A name by the languages that it is said in: English, Chinese, and where there is one the language's own. */
interface Name {
  readonly en: string;
  readonly zh: string;
  readonly own?: string;
}

/** Languages for which not every browser has a name. */
const languages: Readonly<Record<string, Name>> = { iu: { en: "Inuktitut", zh: "因纽特语", own: "ᐃᓄᒃᑎᑐᑦ" } };

/** What the voices of a region speak that isn't what their tag calls the language. */
const spoken: Readonly<Record<string, Name>> = { "zh-HK": { en: "Cantonese", zh: "粤语" } };

/** The parts of a locale that make a difference where language and region make none: a script, a part of a country. */
const parts: Readonly<Record<string, Name>> = {
  Cans: { en: "syllabics", zh: "音节文字" },
  Latn: { en: "Latin letters", zh: "拉丁字母" },
  liaoning: { en: "Liaoning", zh: "辽宁" },
  shaanxi: { en: "Shaanxi", zh: "陕西" },
};

/** A language's name in the language of `tag`, for what the browser has none; undefined where we have none either. */
export function languageNameOf(code: string, tag: string): string | undefined {
  const name = languages[code];
  return name === undefined ? undefined : ((tag === code ? name.own : undefined) ?? inTag(name, tag));
}

/** What a voice of `locale` speaks, where people don't call it by the name of the language. */
export function spokenNameOf(locale: string, tag: string): string | undefined {
  const name = spoken[locale];
  return name === undefined ? undefined : inTag(name, tag);
}

/** The part of a locale beside language and region, in the language of `tag`: `Liaoning` of `zh-CN-liaoning`. */
export function partNameOf(locale: string, tag: string): string | undefined {
  const name = partOf(locale);
  return name === undefined ? undefined : inTag(name, tag);
}

/** That part in all languages in which it is known. */
export function partNamesOf(locale: string): readonly string[] {
  const name = partOf(locale);
  return name === undefined ? [] : [name.en, name.zh];
}

function partOf(locale: string): Name | undefined {
  return locale
    .split("-")
    .map((part) => parts[part])
    .find((name) => name !== undefined);
}

function inTag(name: Name, tag: string): string {
  return tag.startsWith("zh") ? name.zh : name.en;
}

/** How the voices that have Chinese names are written; the usual way first. */
const chineseNames: Readonly<Record<string, readonly [string, ...string[]]>> = {
  Xiaoxiao: ["晓晓"],
  Xiaoyi: ["晓伊"],
  Yunjian: ["云健"],
  Yunxi: ["云希"],
  Yunxia: ["云夏"],
  Yunyang: ["云扬"],
  Xiaobei: ["晓北", "晓贝"],
  Xiaoni: ["晓妮"],
  HiuGaai: ["曉佳", "晓佳"],
  HiuMaan: ["曉曼", "晓曼"],
  WanLung: ["雲龍", "云龙"],
  HsiaoChen: ["曉臻", "晓臻"],
  HsiaoYu: ["曉雨", "晓雨"],
  YunJhe: ["雲哲", "云哲"],
};

/** A voice's name in Chinese writing; undefined where none is known. */
export function chineseNameOf(voice: Voice): string | undefined {
  return chineseNamesOf(voice)[0];
}

/**
 * A voice as people say it: where the page speaks Chinese, first its Chinese name where it has one, such as
 * `晓晓 Xiaoxiao`.
 */
export function voiceLabel(voice: Voice, language: InterfaceLanguage): string {
  const written = language === "zh" ? chineseNameOf(voice) : undefined;
  return written === undefined ? voice.label : `${written} ${voice.label}`;
}

/** The voice of a model as people say it; the name itself where its catalogue lacks it. */
export function voiceNamed(model: ModelDescriptor | undefined, name: string, language: InterfaceLanguage): string {
  const voices = (model?.fields ?? []).flatMap((field) => (field.kind === "voice" ? field.voices : []));
  const voice = voices.find((candidate) => candidate.name === name);
  return voice === undefined ? name : voiceLabel(voice, language);
}

/** All the ways in which a voice's name is written in Chinese. */
export function chineseNamesOf({ label, locale }: Pick<Voice, "label" | "locale">): readonly string[] {
  return languageOf(locale) === "zh" ? (chineseNames[label] ?? []) : [];
}
