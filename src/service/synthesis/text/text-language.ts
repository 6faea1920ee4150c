import { languageOf } from "../../../contract/voices.ts";

/** A language as its texts show it. */
interface LanguageClues {
  /** BCP 47 tag, as voices have it. */
  readonly locale: string;
  /** Letters that texts in other languages of the script hardly have. */
  readonly letters?: string;
  /** Short words that any text in it is full of. */
  readonly words?: string;
}

export interface ScriptClues {
  readonly letters: RegExp;
  /** How many letters of an alphabet one of these counts for, where each is a syllable; 1 when absent. */
  readonly weight?: number;
  readonly languages: readonly [LanguageClues, ...LanguageClues[]];
}

/** Characters that Chinese texts are full of, and Japanese ones hardly have. */
const chinese =
  "你您她它们們吗嗎吧呢么麼很这這说說谢请谁对还让给从为时问东车见长门风马书买卖听话语认识进远过边爱汉发欢现电";

/** Chinese and Japanese: Han comes with kana in Japanese, so that kana count as letters of one script with it. */
export const eastAsian: ScriptClues = {
  letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
  weight: 3,
  languages: [
    { locale: "zh-CN", letters: chinese },
    { locale: "zh-HK", letters: `${chinese}嘅咗哋唔喺嚟嗰啲冇佢` },
  ],
};

/** Scripts, each with its languages. The first of a script is taken where nothing speaks for another. */
export const scripts: readonly [ScriptClues, ...ScriptClues[]] = [
  {
    letters: /\p{Script=Latin}/u,
    languages: [
      { locale: "en-US", words: "the and is of to in that it you we was for with this are on have" },
      { locale: "de-DE", letters: "ßäöü", words: "der die das und ist nicht ich ein eine wir zu mit auf sie es den" },
      { locale: "fr-FR", letters: "çœêèùëî", words: "le la les et est une un des je vous nous dans pas que il au du" },
      { locale: "es-ES", letters: "ñ¿¡", words: "el la los las y es una un que en por con muy para del al no se" },
      { locale: "pt-BR", letters: "ãõ", words: "o os uma um não é que em com para você muito do da ao eu e" },
      { locale: "it-IT", letters: "ìò", words: "il gli che è di una un per non sono con la e molto del al mi" },
      { locale: "nl-NL", letters: "ĳ", words: "de het een en van niet ik is dat wij naar zijn er te op met" },
      { locale: "pl-PL", letters: "łąęśźżń", words: "i w nie się na jest to z że do jak" },
      { locale: "cs-CZ", letters: "řěůť", words: "a je se na že v to si jsem na do" },
      { locale: "hu-HU", letters: "őű", words: "a az és nem egy hogy van is" },
      { locale: "ro-RO", letters: "țșăţ", words: "și este nu o un la care în foarte" },
      { locale: "tr-TR", letters: "ğışİ", words: "ve bir bu çok için ne biz" },
      { locale: "sv-SE", letters: "åäö", words: "och att det är en som jag inte på vi till" },
      { locale: "da-DK", letters: "æøå", words: "og at det er en som jeg ikke på vi til af" },
      { locale: "fi-FI", letters: "äö", words: "ja on ei se että hän minä ovat me" },
      { locale: "vi-VN", letters: "ơưđạảấầẩậắằặẹẻẽếềểệỉịọỏốồổộớờởợụủứừửữựỳỷỹ", words: "và là của không một có" },
      { locale: "id-ID", words: "dan yang di ini itu untuk tidak dengan kami adalah ke saya" },
    ],
  },
  eastAsian,
  { letters: /\p{Script=Hangul}/u, weight: 3, languages: [{ locale: "ko-KR" }] },
  {
    letters: /\p{Script=Cyrillic}/u,
    languages: [
      { locale: "ru-RU", letters: "ыэё", words: "что это спасибо привет пожалуйста здравствуйте" },
      { locale: "uk-UA", letters: "іїєґ", words: "й що це дякую вибачте" },
      { locale: "kk-KZ", letters: "әғқңөұүһыіэ" },
      { locale: "sr-RS", letters: "ђћџј" },
      { locale: "mk-MK", letters: "ѓќѕ" },
      { locale: "bg-BG", words: "е са ще във със съм това тази се много" },
    ],
  },
  {
    letters: /\p{Script=Arabic}/u,
    languages: [
      { locale: "ar-SA", letters: "كيةىأإ" },
      { locale: "fa-IR", letters: "پچژگیک" },
      { locale: "ur-PK", letters: "پچژگیکٹڈڑےںہھ" },
    ],
  },
  { letters: /\p{Script=Hebrew}/u, languages: [{ locale: "he-IL" }] },
  { letters: /\p{Script=Greek}/u, languages: [{ locale: "el-GR" }] },
  { letters: /\p{Script=Thai}/u, languages: [{ locale: "th-TH" }] },
  {
    letters: /\p{Script=Devanagari}/u,
    languages: [
      { locale: "hi-IN", words: "है हैं में और के नहीं यह" },
      { locale: "mr-IN", letters: "ळ", words: "आहे आहेत आणि आम्ही नाही" },
    ],
  },
  { letters: /\p{Script=Bengali}/u, languages: [{ locale: "bn-IN" }] },
  { letters: /\p{Script=Tamil}/u, languages: [{ locale: "ta-IN" }] },
  { letters: /\p{Script=Telugu}/u, languages: [{ locale: "te-IN" }] },
  { letters: /\p{Script=Gujarati}/u, languages: [{ locale: "gu-IN" }] },
  { letters: /\p{Script=Kannada}/u, languages: [{ locale: "kn-IN" }] },
  { letters: /\p{Script=Malayalam}/u, languages: [{ locale: "ml-IN" }] },
  { letters: /\p{Script=Sinhala}/u, languages: [{ locale: "si-LK" }] },
  { letters: /\p{Script=Myanmar}/u, languages: [{ locale: "my-MM" }] },
  { letters: /\p{Script=Georgian}/u, languages: [{ locale: "ka-GE" }] },
  { letters: /\p{Script=Ethiopic}/u, languages: [{ locale: "am-ET" }] },
  { letters: /\p{Script=Khmer}/u, languages: [{ locale: "km-KH" }] },
  { letters: /\p{Script=Lao}/u, languages: [{ locale: "lo-LA" }] },
];

/** The script that the engine reads in every language. */
export const [latin] = scripts;

export const kana = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** A Chinese text may quote a kana or two; a Japanese one is full of them. */
const japaneseShare = 0.1;

/**
 * The language that a text is most likely written in, as a BCP 47 tag: by its script, and inside a script by letters
 * and short words of its own. Where nothing tells, a script's most common language, and English for a text without
 * letters.
 *
 * @param own the locale of the voice that speaks: where nothing tells, its language instead.
 */
export function languageOfText(text: string, own?: string): string {
  const letters = text.normalize("NFC").toLowerCase();
  let best = scripts[0];
  let most = 0;
  for (const script of scripts) {
    const weight = (script.weight ?? 1) * count(letters, script.letters);
    if (weight > most) [best, most] = [script, weight];
  }
  if (best === undefined || most === 0) return own ?? "en-US";
  const languages = ownFirst(best.languages, own);
  const found = toldIn(best, letters, languages) ?? languages[0].locale;
  return own !== undefined && languageOf(found) === languageOf(own) ? own : found;
}

/** Whether what of a text is in Chinese characters or kana is Japanese. */
export function isJapanese(text: string): boolean {
  const own = count(text, kana);
  return own > 0 && own >= japaneseShare * count(text, eastAsian.letters);
}

type Languages = ScriptClues["languages"];

function ownFirst(languages: Languages, own: string | undefined): Languages {
  const first = own && languages.find(({ locale }) => languageOf(locale) === languageOf(own));
  return first ? [first, ...languages] : languages;
}

function count(text: string, letters: RegExp): number {
  const every = everyOne.get(letters) ?? new RegExp(letters, "gu");
  everyOne.set(letters, every);
  return text.match(every)?.length ?? 0;
}

const everyOne = new Map<RegExp, RegExp>();

/**
 * The language that letters or short words of a run tell of, as a BCP 47 tag; undefined where none do.
 *
 * @param script what all of the run is written in.
 */
export function languageTold(run: string, script: ScriptClues): string | undefined {
  // A name may look like a short word: Los Angeles, Die Hard.
  return toldIn(script, run.normalize("NFC").toLowerCase(), script.languages, script === latin ? 2 : 1);
}

function toldIn(script: ScriptClues, letters: string, languages: Languages, least = 1): string | undefined {
  return script === eastAsian && isJapanese(letters) ? "ja-JP" : likeliest(letters, languages, least)?.locale;
}

function likeliest(text: string, languages: Languages, least: number): LanguageClues | undefined {
  const words = text.match(/\p{Letter}[\p{Letter}\p{Mark}]*/gu) ?? [];
  const characters = Array.from(text);
  let best: LanguageClues | undefined;
  let highest = least - 1;
  for (const language of languages) {
    const { letters = "", words: own = "" } = language;
    const known = own === "" ? none : setOf(own);
    const points =
      words.filter((word) => known.has(word)).length + characters.filter((each) => letters.includes(each)).length;
    if (points > highest) [best, highest] = [language, points];
  }
  return best;
}

const none: ReadonlySet<string> = new Set();
const sets = new Map<string, ReadonlySet<string>>();

/** The words of a list, which are looked up for each run of a long text. */
function setOf(words: string): ReadonlySet<string> {
  const known = sets.get(words) ?? new Set(words.split(" "));
  sets.set(words, known);
  return known;
}
