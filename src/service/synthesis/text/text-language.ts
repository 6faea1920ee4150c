import { languageOf } from "../../../contract/voices.ts";
import { chineseOnly } from "./chinese-characters.ts";
import { languageInLatin } from "./latin-language.ts";

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

/** Chinese and Japanese: Han comes with kana in Japanese, so that kana count as letters of one script with it. */
export const eastAsian: ScriptClues = {
  letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u,
  weight: 3,
  languages: [{ locale: "zh-CN" }, { locale: "zh-HK", letters: "嘅咗哋唔喺嚟嗰啲冇佢" }],
};

/** Scripts, each with its languages. The first of a script is taken where nothing speaks for another. */
export const scripts: readonly [ScriptClues, ...ScriptClues[]] = [
  {
    letters: /\p{Script=Latin}/u,
    languages: [
      { locale: "en-US", words: "the and is of to in that it you we was for with this are on have" },
      {
        locale: "de-DE",
        letters: "ßäöü",
        words: "der die das und ist nicht ich ein eine wir zu mit auf sie es den guten gute danke bist bitte kein",
      },
      {
        locale: "fr-FR",
        letters: "çœêèùëî",
        words: "le la les et est une un des je vous nous dans pas que il au du bonjour merci bonne bientôt",
      },
      {
        locale: "es-ES",
        letters: "ñ¿¡",
        words: "el la los las y es una un que en por con muy para del al no se hola gracias buenos buenas ya quiero",
      },
      {
        locale: "pt-BR",
        letters: "ãõ",
        words: "o os uma um não é que em com para você muito do da ao eu e obrigado bom boa",
      },
      {
        locale: "it-IT",
        letters: "ìò",
        words: "il gli che è di una un per non sono con la e molto del al mi ciao grazie buon buona buongiorno ti li",
      },
      {
        locale: "nl-NL",
        letters: "ĳ",
        words: "de het een en van niet ik is dat wij naar zijn er op met je dank goede",
      },
      { locale: "pl-PL", letters: "łąęśźżń", words: "i w nie się na jest to z że do jak" },
      { locale: "cs-CZ", letters: "řěůťčšž", words: "a je se na že v to si jsem na do dobrý dobré" },
      { locale: "hu-HU", letters: "őű", words: "a az és nem egy hogy van is jó köszönöm" },
      { locale: "ro-RO", letters: "țșăţ", words: "și este nu o un la care în foarte" },
      { locale: "tr-TR", letters: "ğışİ", words: "ve bir bu çok için ne biz bugün merhaba" },
      { locale: "sv-SE", letters: "åäö", words: "och att det är en som jag inte på vi till god hur" },
      { locale: "da-DK", letters: "æøå", words: "og at det er en som jeg ikke på vi til af god tak hvad" },
      { locale: "fi-FI", letters: "äö", words: "ja on ei se että hän minä ovat me hyvää kiitos" },
      { locale: "vi-VN", letters: "ơưđạảấầẩậắằặẹẻẽếềểệỉịọỏốồổộớờởợụủứừửữựỳỷỹ", words: "và là của không một có" },
      { locale: "id-ID", words: "dan yang di ini itu untuk tidak dengan kami adalah ke saya selamat terima kasih apa" },
      { locale: "hr-HR", letters: "čćđšž", words: "na kako ste danas hvala sam" },
      { locale: "sl-SI", letters: "čšž", words: "je na in kako si danes hvala sem" },
      { locale: "ca-ES", words: "com avui bon bona molt els amb" },
      { locale: "fil-PH", words: "ang ng mga ako" },
    ],
  },
  eastAsian,
  { letters: /\p{Script=Bopomofo}/u, languages: [{ locale: "zh-TW" }] },
  { letters: /\p{Script=Hangul}/u, weight: 3, languages: [{ locale: "ko-KR" }] },
  {
    letters: /\p{Script=Cyrillic}/u,
    languages: [
      { locale: "ru-RU", letters: "ыэё", words: "что это спасибо привет пожалуйста здравствуйте" },
      { locale: "uk-UA", letters: "іїєґ", words: "й що це дякую вибачте" },
      { locale: "kk-KZ", letters: "әғқңөұүһыіэ" },
      { locale: "sr-RS", letters: "ђћџј" },
      { locale: "mk-MK", letters: "ѓќѕ", words: "ќе сме сум во многу денес убаво" },
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
  { letters: /\p{Script=Armenian}/u, languages: [{ locale: "hy-AM" }] },
  { letters: /\p{Script=Thai}/u, languages: [{ locale: "th-TH" }] },
  {
    letters: /\p{Script=Devanagari}/u,
    languages: [
      { locale: "hi-IN", words: "है हैं में और के नहीं यह" },
      { locale: "mr-IN", letters: "ळ", words: "आहे आहेत आणि आम्ही नाही" },
      { locale: "ne-NP", words: "छ छन् छौं हो र हामी यो छैन धेरै" },
    ],
  },
  { letters: /\p{Script=Bengali}/u, languages: [{ locale: "bn-IN" }] },
  { letters: /\p{Script=Tamil}/u, languages: [{ locale: "ta-IN" }] },
  { letters: /\p{Script=Telugu}/u, languages: [{ locale: "te-IN" }] },
  { letters: /\p{Script=Gurmukhi}/u, languages: [{ locale: "pa-IN" }] },
  { letters: /\p{Script=Oriya}/u, languages: [{ locale: "or-IN" }] },
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

/** Chinese characters and kana as they come, between other signs. */
const eastAsianParts = new RegExp(`(?:${eastAsian.letters.source})+`, "gu");

/** The script that the engine reads in every language. */
export const [latin] = scripts;

export const kana = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u;
/** A Chinese text may quote a kana or two; a Japanese one is full of them. */
const japaneseShare = 0.1;
const isChinese = new RegExp(chineseOnly, "u");
/** What is longer without kana is hardly a Japanese word, in a text that has Chinese ones. */
const longestWord = 3;

/** How much of a text tells its language, from its first letter on, in UTF-16 units: a long one holds nobody up. */
const looked = 4_000;

/**
 * The language that a text is most likely written in, as a BCP 47 tag: by its script, and inside a script by letters
 * and words. Where nothing tells, a script's most common language, and English for a text without letters.
 *
 * @param own the locale of the voice that speaks: where nothing tells, its language instead.
 */
export async function languageOfText(text: string, own?: string): Promise<string> {
  const from = Math.max(0, text.search(/\p{L}/u));
  const letters = text.slice(from, from + looked).normalize("NFC");
  let best = scripts[0];
  let most = 0;
  for (const script of scripts) {
    const weight = (script.weight ?? 1) * count(letters, script.letters);
    if (weight > most) [best, most] = [script, weight];
  }
  if (most === 0) return own ?? "en-US";
  const languages = ownFirst(best, own);
  const small = letters.toLowerCase();
  const speaksFor = (language: string): boolean | undefined => {
    const first = best.languages.find(({ locale }) => languageOf(locale) === language);
    return first && likeliest(small, [first, ...best.languages], 1) === first;
  };
  const inLatin = async (): Promise<string | undefined> => languageInLatin(letters, languages[0].locale, speaksFor);
  const found =
    (best === latin ? await inLatin() : undefined) ?? toldIn(best, small, languages, own) ?? languages[0].locale;
  return own !== undefined && languageOf(found) === languageOf(own) ? own : found;
}

/**
 * Whether what of a text is in Chinese characters or kana is Japanese. In Chinese, kana are what is quoted; in
 * Japanese, hardly anything but names goes without them.
 *
 * @param own the locale of the voice that speaks.
 */
function isJapanese(text: string, own = ""): boolean {
  const inKana = count(text, kana);
  if (inKana === 0 || inKana < japaneseShare * count(text, eastAsian.letters)) return false;
  if (!isChinese.test(text) && languageOf(own) !== "zh") return true;
  let chinese = 0;
  let japanese = 0;
  for (const [part] of text.matchAll(eastAsianParts)) {
    const inKana = count(part, kana);
    // What holds both is Japanese beside Chinese without a sign between them: only the kana are sure.
    if (inKana > 0) japanese += isChinese.test(part) ? inKana : part.length;
    else if (isChinese.test(part) || part.length > longestWord) chinese += part.length;
  }
  return japanese > chinese;
}

type Languages = ScriptClues["languages"];

function ownFirst(script: ScriptClues, own: string | undefined): Languages {
  if (own === undefined) return script.languages;
  const first = script.languages.find(({ locale }) => languageOf(locale) === languageOf(own));
  if (first !== undefined) return [first, ...script.languages];
  const isInLatin = script === latin && new Intl.Locale(own).maximize().script === "Latn";
  return isInLatin ? [{ locale: own }, ...script.languages] : script.languages;
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
  const letters = run.normalize("NFC").toLowerCase();
  // A long text has many runs, and most of them tell nothing.
  return tells(script).test(letters) ? toldIn(script, letters, script.languages) : undefined;
}

/** Whether a text in small letters has anything that speaks for one of a script's languages. */
function tells(script: ScriptClues): RegExp {
  const known = telling.get(script);
  if (known !== undefined) return known;
  const letters = script.languages.map((language) => language.letters ?? "").join("");
  const words = script.languages.flatMap((language) => language.words?.split(" ") ?? []);
  const alternatives = [
    ...(letters === "" ? [] : [`[${letters}]`]),
    ...(words.length === 0 ? [] : [`(?<![\\p{L}\\p{M}])(?:${words.join("|")})(?![\\p{L}\\p{M}])`]),
    ...(script === eastAsian ? [kana.source, chineseOnly] : []),
  ];
  const found = new RegExp(alternatives.join("|"), "u");
  telling.set(script, found);
  return found;
}

const telling = new Map<ScriptClues, RegExp>();

function toldIn(script: ScriptClues, letters: string, languages: Languages, own?: string): string | undefined {
  if (script === eastAsian && isJapanese(letters, own)) return "ja-JP";
  // A name may look like a short word: Los Angeles, Die Hard.
  const told = likeliest(letters, languages, script === latin ? 2 : 1)?.locale;
  return told ?? (script === eastAsian && isChinese.test(letters) ? "zh-CN" : undefined);
}

function likeliest(text: string, languages: Languages, least: number): LanguageClues | undefined {
  // Each counts once: “na na na” is no Polish.
  const words = [...new Set(text.match(/\p{Letter}[\p{Letter}\p{Mark}]*/gu))];
  const characters = [...new Set(text)];
  let best: LanguageClues | undefined;
  let highest = least - 1;
  for (const language of languages) {
    const { letters = "", words: own = "" } = language;
    const known = setOf(own, " ");
    const signs = setOf(letters, "");
    const points = words.filter((word) => known.has(word)).length + characters.filter((each) => signs.has(each)).length;
    if (points > highest) [best, highest] = [language, points];
  }
  return best;
}

const sets = new Map<string, ReadonlySet<string>>();

/** What is in a list, which is looked up for each run of a long text. */
function setOf(list: string, between: string): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list.split(between));
  sets.set(list, known);
  return known;
}
