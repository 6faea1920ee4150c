import { languageOf } from "../../../contract/voices.ts";

/** A language that the table of languages doesn't know, or hardly tells from one that it takes it for. */
interface OwnWords {
  readonly locale: string;
  readonly takenFor?: string;
  /** Short words that its texts are full of, and those of its neighbours aren't. */
  readonly words: string;
  /** Letters beside a–z that it is written in; others rule it out. */
  readonly letters: string;
}

const byWords: readonly OwnWords[] = [
  {
    locale: "af-ZA",
    takenFor: "nl",
    words: "baie nie vandag hulle jy julle sy vir ek goeie môre",
    letters: "áäéèêëíîïóôöúûü",
  },
  {
    locale: "cy-GB",
    words: "yn mae ac ar wedi ydy yw iawn rydym rwyf oedd nid mynd i'r mae'r a'r o'r wyt heddiw",
    letters: "áàâäéèêëíîïóôöúûüŵýŷ",
  },
  { locale: "ga-IE", words: "agus tá táim táimid ag bhí atá níl sé leis conas tú inniu dtí", letters: "áéíóú" },
  { locale: "mt-MT", words: "huwa hija mhux għal illum ħafna jien hemm kien", letters: "àèìòùċġħż" },
  {
    locale: "nb-NO",
    takenFor: "da",
    words: "veldig noe nå mye meg deg seg hva været ble etter gjøre",
    letters: "æøåéèêóòôâ",
  },
  { locale: "sw-KE", words: "wa kwa katika sana leo hii yake yako lakini habari asante", letters: "" },
  { locale: "uz-UZ", words: "juda bilan uchun bugun emas qanday yaxshi salom rahmat", letters: "" },
];
/** How many different ones there must be, and which part of a text's words. */
const fewestOfOwn = 2;
const leastShare = 0.15;
/** What the table tells with such a score it knows. */
const known = 0.7;

/** The least score that tells, and the least where a text has hardly more than names. */
const leastScore = 0.55;
const leastOfNames = 0.75;
/** Fewer words in small letters are names or titles, which look alike in every language. */
const fewestWords = 2;
const smallWord = /(?<![\p{L}\p{N}])\p{Ll}[\p{L}\p{M}'’]*/gu;
/** So few words or letters are often likest to a language that they aren't in: the table alone doesn't tell. */
const fewWords = 4;
const fewLetters = 20;
/** Letters that no word of English has, but for some names. */
const notEnglish = /(?![a-zé])\p{Script=Latin}/iu;
/** Where the usual language has so much of the leading one's score, it may be as well: "Der Spiegel is a magazine." */
const nearly = 0.9;

/** Of languages that are nearly alike, the one that more people speak; others by the name that their voices have. */
const spokenAs: Readonly<Record<string, string>> = { ms: "id", no: "nb" };
/** The table has them, but no voice of the engine. */
const unspoken: ReadonlySet<string> = new Set(["eu", "ku", "yo"]);

/** Whether letters or short words speak most for a language; undefined for one of which none are known. */
type SpeaksFor = (language: string) => boolean | undefined;

/**
 * The language of a text in Latin letters, as a BCP 47 tag; undefined where nothing is sure. The table of languages
 * takes 16 MB, and 40 ms to load: the first text that needs it brings it.
 *
 * @param usual the locale of what is taken where another language is hardly likelier.
 */
export async function languageInLatin(text: string, usual: string, speaksFor: SpeaksFor): Promise<string | undefined> {
  const { eld } = await import("eld/extrasmall");
  const detected = eld.detect(text);
  const { language } = detected;
  const scores = detected.getScores();
  const best = scores[language] ?? 0;
  const near = Object.keys(scores).filter((name) => (scores[name] ?? 0) > nearly * best);
  const maybeUsual = near.some((name) => (spokenAs[name] ?? name) === languageOf(usual));
  const words = text.toLowerCase().match(/\p{L}[\p{L}\p{M}'’]*/gu) ?? [];
  const isShort = words.length <= fewWords || words.join("").length <= fewLetters;
  if ((detected.isReliable() && maybeUsual) || (isShort && speaksFor(languageOf(usual)))) return usual;
  const own = byWords.find((each) => (best < known || each.takenFor === language) && areOf(each, words));
  if (own !== undefined) return own.locale;
  if (!detected.isReliable() || unspoken.has(language)) return undefined;
  const least = (text.match(smallWord)?.length ?? 0) < fewestWords ? leastOfNames : leastScore;
  if (best < least) return undefined;
  const likely = new Intl.Locale(spokenAs[language] ?? language).maximize();
  const isTold = likely.language === "en" ? true : speaksFor(likely.language);
  if (isShort ? !(isTold ?? notEnglish.test(text)) : best < known && isTold === false) return undefined;
  return `${likely.language}-${likely.region}`;
}

function areOf({ words, letters }: OwnWords, all: readonly string[]): boolean {
  const own = new Set(words.split(" "));
  const found = all.filter((word) => own.has(word));
  if (new Set(found).size < fewestOfOwn || found.length < leastShare * all.length) return false;
  return !new RegExp(`(?![a-z${letters}])\\p{Script=Latin}`, "u").test(all.join(""));
}
