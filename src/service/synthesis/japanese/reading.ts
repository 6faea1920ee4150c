import type { SpokenPart } from "../../engines/engine.ts";

/** What the dictionary says of one word. */
export interface DictionaryWord {
  /** As written. */
  readonly surface: string;
  /** In katakana, as it sounds (は as a particle is ワ); undefined where the dictionary doesn't know. */
  readonly pronunciation: string | undefined;
  /** Part of speech, in the dictionary's own terms. */
  readonly partOfSpeech: string;
  readonly subcategory: string;
}

const hasKana = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;
const isJapanese = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々〆ー]/u;

/** Words that lean on the one before, with which they are said in one breath. */
function leans(word: DictionaryWord): boolean {
  if (word.partOfSpeech === "助詞" || word.partOfSpeech === "助動詞" || word.partOfSpeech === "記号") return true;
  return word.subcategory === "接尾" || word.subcategory === "非自立";
}

/**
 * What is said for each word of a text: its pronunciation in kana, with a space before each phrase, since written
 * Japanese has none and the engine needs them. Digits, Latin letters and signs stay as they are.
 */
export function spokenParts(text: string, words: readonly DictionaryWord[]): SpokenPart[] {
  const parts: SpokenPart[] = [];
  let isAfterNumber = false;
  let position = 0;
  for (const word of words) {
    const found = text.indexOf(word.surface, position);
    if (word.surface === "" || found < 0) continue;
    // The dictionary passes over white space.
    const gap = text.slice(position, found);
    if (gap !== "") parts.push({ written: gap, said: gap });
    position = found + word.surface.length;
    const isNumber = /^[\d０-９]+$/u.test(word.surface);
    const isKnown =
      isJapanese.test(word.surface) && word.pronunciation !== undefined && hasKana.test(word.pronunciation);
    const said = isKnown && word.pronunciation !== undefined ? word.pronunciation : word.surface;
    // The space stands for nothing in the original.
    if (parts.length > 0 && !leans(word) && !(isNumber && isAfterNumber)) parts.push({ written: "", said: " " });
    parts.push({ written: word.surface, said });
    isAfterNumber = isNumber;
  }
  const rest = text.slice(position);
  if (rest !== "") parts.push({ written: rest, said: rest });
  return parts;
}
