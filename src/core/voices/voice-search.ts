import type { InterfaceLanguage } from "../../contract/language.ts";
import { unspaced } from "../../contract/scripts.ts";
import { type Gender, languageOf, regionOf, type Voice } from "../../contract/voices.ts";
import { normalise } from "../text/normalise.ts";
import type { NaturalEngineOf } from "./natural-voices.ts";
import { localeTags, nativeLanguageName, ownLanguages, placeNames } from "./voice-names.ts";
import { partNamesOf } from "./voice-other-names.ts";
import { genderWords, otherNamesOf, otherWordsOf, wordsOfEngine } from "./voice-search-words.ts";
import { type TraitsOf, traitWords } from "./voice-traits.ts";

/** Voices of one language, under the names of that language. */
export interface VoiceGroup {
  /** `zh` */
  readonly language: string;
  /** In the interface's language. */
  readonly name: string;
  /** In the language itself. */
  readonly nativeName: string;
  readonly voices: readonly Voice[];
}

/** What a person narrows the list to; what is absent narrows nothing. */
export interface VoiceFilter {
  /** `zh` */
  readonly language?: string | undefined;
  /** `TW` */
  readonly region?: string | undefined;
  readonly gender?: Gender | undefined;
  /** What is spoken by a natural voice, or what stays with the usual engine. */
  readonly sound?: VoiceSound | undefined;
}

const voiceSounds = ["natural", "usual"] as const;
export type VoiceSound = (typeof voiceSounds)[number];

/** What can be chosen in a filter, with its name in the interface's language. */
export interface FilterOption<Value extends string = string> {
  readonly value: Value;
  readonly name: string;
}

/** What the filters offer: nothing that would leave no voice over. Empty where there is nothing to choose between. */
export interface FilterOptions {
  readonly languages: readonly FilterOption[];
  /** Those of the chosen language. */
  readonly regions: readonly FilterOption[];
  readonly genders: readonly Gender[];
  readonly sounds: readonly VoiceSound[];
}

/** A list of voices, ready to be searched. */
export interface VoiceIndex {
  /**
   * The voices that match every word of `query` and the filter, in groups; the best match leads, and among equals a
   * person's own languages. All of them for an empty query, those languages first.
   */
  search(query: string, filter?: VoiceFilter): readonly VoiceGroup[];
  options(filter: VoiceFilter): FilterOptions;
  /** The words of a query, also where it is written together as Chinese is: 美国女声 has two. */
  words(query: string): readonly string[];
  /** Whether a query is a word that the catalogue itself goes by: a language, a region, a voice's first name. */
  knows(query: string): boolean;
}

/**
 * Searches like {@link VoiceIndex.search}; where nothing is found, words that match no voice at all are left out:
 * `dropped` is empty where all were used.
 */
export function searchKindly(index: VoiceIndex, query: string, filter: VoiceFilter) {
  const groups = index.search(query, filter);
  const words = index.words(query);
  if (groups.length > 0 || words.length < 2) return { groups, dropped: [] };
  const known = new Set(words.filter((word) => index.search(word, filter).length > 0));
  if (known.size === 0) return { groups, dropped: [] };
  const dropped = words.filter((word) => !known.has(word));
  if (dropped.length === 0) return { groups, dropped };
  return { groups: index.search([...known].join(" "), filter), dropped };
}

/** Whether a voice is among those that a filter leaves. */
export function passes(
  voice: Voice,
  { language, region, gender, sound }: VoiceFilter,
  engineOf: NaturalEngineOf = allUsual,
): boolean {
  return (
    (sound === undefined || (engineOf(voice.name) !== undefined) === (sound === "natural")) &&
    (language === undefined || languageOf(voice.locale) === language) &&
    (region === undefined || regionOf(voice.locale) === region) &&
    (gender === undefined || voice.gender === gender)
  );
}

const allUsual: NaturalEngineOf = () => undefined;
const noTraits: TraitsOf = () => [];

interface Entry {
  readonly voice: Voice;
  readonly name: string;
  readonly label: string;
  /** The words that its name is made of: hsiao and chen of HsiaoChen. */
  readonly parts: readonly string[];
  /** Names of its language and region, and words for its gender, as they are. */
  readonly whole: ReadonlySet<string>;
  /** The same and the words of which they consist: what one types may begin at any of them. */
  readonly words: readonly string[];
}

/**
 * Prepares `voices` for searching by name, language (in English, in the interface's language and natively), region and
 * gender; and by what speaks it naturally and how it sounds, where that is known.
 */
export function createVoiceIndex(
  voices: readonly Voice[],
  language: InterfaceLanguage,
  engineOf: NaturalEngineOf = allUsual,
  traitsOf: TraitsOf = noTraits,
): VoiceIndex {
  const tag = localeTags[language];
  const own = ownLanguages(language);
  const entries = voices.map((voice) =>
    toEntry(voice, tag, [
      ...wordsOfEngine(engineOf(voice.name)),
      ...traitsOf(voice).flatMap((trait) => traitWords[trait]),
    ]),
  );
  const all = byName(grouped(entries));
  const known = new Set(entries.flatMap(({ name, label, whole, words }) => [name, label, ...whole, ...words]));
  const split = createWordSplitter(known);
  const tokensOf = (query: string) => meant(normalise(query).split(/\s+/).filter(Boolean).flatMap(split));
  return {
    options: (filter) => ({
      ...optionsOf(voices, filter, tag),
      sounds: unique(voices.map(({ name }) => (engineOf(name) === undefined ? "usual" : "natural"))),
    }),
    words: (query) => meant(query.split(/\s+/).filter(Boolean).flatMap(split)),
    knows: (query) => known.has(normalise(query)),
    search(query, filter = {}) {
      const tokens = tokensOf(query);
      const narrow = Object.values(filter).some((value) => value !== undefined);
      if (tokens.length === 0 && !narrow) return all;
      const left = narrow ? entries.filter(({ voice }) => passes(voice, filter, engineOf)) : entries;
      if (tokens.length === 0) return byName(grouped(left));
      const whole = tokens.join(" ");
      const found = left.flatMap((entry) => {
        const score = scoreOf(entry, tokens, whole);
        return score === 0 ? [] : [{ entry, score }];
      });
      // Sorting is stable: equal matches keep the order of the list.
      found.sort(
        (first, second) =>
          second.score - first.score ||
          rankOf(languageOf(first.entry.voice.locale)) - rankOf(languageOf(second.entry.voice.locale)),
      );
      return grouped(found.map(({ entry }) => entry));
    },
  };

  /** The place of a language among a person's own; behind all of them where it is none. */
  function rankOf(code: string): number {
    const at = own.indexOf(code);
    return at < 0 ? own.length : at;
  }

  function byName(groups: readonly VoiceGroup[]): readonly VoiceGroup[] {
    return [...groups].sort(
      (one, other) => rankOf(one.language) - rankOf(other.language) || one.name.localeCompare(other.name, tag),
    );
  }

  function grouped(list: readonly Entry[]): readonly VoiceGroup[] {
    const groups = new Map<string, Voice[]>();
    for (const { voice } of list) {
      const key = languageOf(voice.locale);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [voice]);
      else group.push(voice);
    }
    return [...groups].map(([key, members]) => ({
      language: key,
      name: placeNames(tag).language(key),
      nativeName: nativeLanguageName(key),
      voices: members,
    }));
  }
}

function optionsOf(voices: readonly Voice[], filter: VoiceFilter, tag: string): Omit<FilterOptions, "sounds"> {
  const names = placeNames(tag);
  const languages = unique(voices.map(({ locale }) => languageOf(locale)));
  const { language } = filter;
  const own = voices.filter((voice) => passes(voice, { language }));
  const regions = unique(own.map(({ locale }) => regionOf(locale)));
  return {
    languages: severalOf(
      languages.map((value) => {
        const [name, native] = [names.language(value), nativeLanguageName(value)];
        return { value, name: name === native ? name : `${name} · ${native}` };
      }),
      tag,
    ),
    regions: severalOf(
      regions.map((value) => ({ value, name: names.region(value) })),
      tag,
    ),
    genders: unique(voices.map(({ gender }) => gender)),
  };
}

function unique<Value extends string>(values: readonly (Value | undefined)[]): readonly Value[] {
  return [...new Set(values)].filter((value) => value !== undefined);
}

/** In the order of their names; none where there is no choice. */
function severalOf(options: readonly FilterOption[], tag: string): readonly FilterOption[] {
  return options.length < 2 ? [] : [...options].sort((one, other) => one.name.localeCompare(other.name, tag));
}

/** How well an entry answers; 0 when a token answers nowhere. */
function scoreOf({ name, label, parts, whole: names, words }: Entry, tokens: readonly string[], whole: string): number {
  if (name === whole || label === whole) return 1_000;
  let score = 0;
  for (const token of tokens) {
    const best = Math.max(
      label === token ? 50 : label.startsWith(token) ? 40 : 0,
      name.startsWith(token) ? 30 : 0,
      // Above a name that merely begins so: whoever looks for a man doesn't mean Manuel.
      names.has(token) ? 45 : bestWord(words, token),
    );
    // Anywhere else in a name it is chance: nobody means Pradeep by deep.
    const within = best > 0 ? best : parts.some((part) => part.startsWith(token)) ? 5 : 0;
    if (within === 0) return 0;
    score += within;
  }
  return score;
}

function bestWord(words: readonly string[], token: string): number {
  let best = 0;
  for (const word of words) {
    if (word === token) return 25;
    if (word.startsWith(token)) best = Math.max(best, 15);
    // Chinese and Japanese put no spaces between words, so a word may begin anywhere.
    else if (best === 0 && unspaced.test(token) && word.includes(token)) best = 10;
  }
  return best;
}

function toEntry(voice: Voice, tag: string, more: readonly string[]): Entry {
  const language = languageOf(voice.locale);
  const region = regionOf(voice.locale);
  const names = new Set(["en", tag, language, "zh-Hans"].map(placeNames));
  const said = [...names]
    .flatMap((known) => [known.language(language), ...(region === undefined ? [] : [known.region(region)])])
    .flatMap(otherNamesOf)
    .concat(otherWordsOf(voice), partNamesOf(voice.locale), more);
  const whole = said.map(normalise);
  const parts = whole.flatMap((text) => text.split(/[\s()（），,·-]+/));
  return {
    voice,
    name: normalise(voice.name),
    label: normalise(voice.label),
    parts: voice.name.split(/-|(?<=\p{Ll})(?=\p{Lu})/u).map(normalise),
    whole: new Set([...whole, normalise(voice.locale), ...genderWords[voice.gender]]),
    // The language's code comes behind what people say: UK is a country to them before it is Ukrainian.
    words: [...new Set([...whole, ...parts, language, normalise(voice.locale), ...genderWords[voice.gender]])].filter(
      Boolean,
    ),
  };
}

/** Words that say nothing about a voice: in Chinese also within what is written together. */
const fillers: ReadonlySet<string> = new Set(["的", "腔", "声音", "音色", "语音", "口音", "配音", "發音", "发音"]);
const englishFillers = /^(?:an?|the|with|from|voices?|accents?|speakers?)$/i;
const han = /\p{Script=Han}/u;

/** The words of a query that say something about a voice; all of them where none does. */
function meant(words: readonly string[]): readonly string[] {
  const said = words.filter((word) => !fillers.has(word) && !englishFillers.test(word));
  return said.length === 0 ? words : said;
}

/**
 * Makes the words of a query out of one that is written together, as Chinese is: 美国女声 is 美国 and 女声. The longest known
 * word counts; what is between known words stays a word of its own, and so does a word that holds no Chinese.
 *
 * @param known words that can be found; those without a Chinese character are of no use here.
 */
function createWordSplitter(known: Iterable<string>): (word: string) => readonly string[] {
  const words = new Set([...[...known].filter((word) => han.test(word)), ...fillers]);
  const longest = Math.max(...[...words].map(({ length }) => length));

  return (word) => {
    if (!han.test(word) || words.has(word)) return [word];
    const found: string[] = [];
    let unknown = "";
    for (let at = 0; at < word.length; ) {
      const next = longestAt(word, at);
      if (next === undefined) unknown += word.charAt(at++);
      else {
        if (unknown !== "") found.push(unknown);
        unknown = "";
        if (!fillers.has(next)) found.push(next);
        at += next.length;
      }
    }
    if (unknown !== "") found.push(unknown);
    return found.length === 0 ? [word] : found;
  };

  function longestAt(text: string, at: number): string | undefined {
    for (let length = Math.min(longest, text.length - at); length > 0; length--) {
      const candidate = text.slice(at, at + length);
      if (words.has(candidate)) return candidate;
    }
    return undefined;
  }
}
