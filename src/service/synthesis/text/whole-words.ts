import { unspaced } from "../../../contract/scripts.ts";
import type { Span, SpanTime } from "../../engines/engine.ts";

/** What belongs to the writing of a word: all but punctuation, white space and what can't be seen. */
const written = /[\p{L}\p{N}\p{M}\p{S}]/u;
const pronounced = /[\p{L}\p{N}]/u;

/** Neighbouring atoms that are one word, and when it is heard as far as the engine told. */
interface Word extends Span {
  readonly heard: { readonly from: number; readonly to: number } | undefined;
}

/**
 * Makes whole words of what the engine tells of, so that nothing that is pronounced has no time. The engine tells of
 * `don't` and `p.m.` by their first letters, of `for the` and of `看见` by their first word, and several times of an
 * address. A word ends at white space, or where a script without spaces begins; what was told together stays together.
 * Words that were told as one share its time by the number of their letters.
 *
 * @param told as the engine told of them, in order, each at its place in the original
 * @param text what was spoken, from `start` on in the original, in code points
 */
export function wholeWords(told: readonly SpanTime[], text: string, start: number): SpanTime[] {
  if (told.length === 0) return [];
  const characters = Array.from(text);
  const words = gather(atomsOf(characters), told, start, characters);
  return timed(words, characters).map(({ from, to, ...span }) => {
    const at = told.map((each) => each.start - start);
    const { start: first, end } = trimmed(span, characters, new Set(at));
    return { start: start + first, end: start + end, from, to };
  });
}

/** The smallest parts of a text that may be words: between white space, and each sign of a script without spaces. */
function atomsOf(characters: readonly string[]): readonly Span[] {
  const atoms: Span[] = [];
  let begun: number | undefined;
  for (const [at, character] of characters.entries()) {
    const before = characters[at - 1] ?? " ";
    const isSpace = /\s/u.test(character);
    const isJoint = !unspaced.test(character) && !unspaced.test(before);
    if (begun !== undefined && (isSpace || !(isJoint || /\p{M}/u.test(character)))) {
      atoms.push({ start: begun, end: at });
      begun = undefined;
    }
    if (!isSpace) begun ??= at;
  }
  if (begun !== undefined) atoms.push({ start: begun, end: characters.length });
  return atoms;
}

/** The words, each with the times that were told of it; those before the first that was told have none yet. */
function gather(
  atoms: readonly Span[],
  told: readonly SpanTime[],
  start: number,
  characters: readonly string[],
): Word[] {
  const words: Word[] = [];
  let next = 0;
  for (const [index, atom] of atoms.entries()) {
    const end = atoms[index + 1]?.start ?? characters.length;
    const last = words.at(-1);
    let word: Word = { ...atom, heard: undefined };
    // What was told over this atom's beginning goes on from the one before.
    const goesOn = last !== undefined && next > 0 && (told[next - 1]?.end ?? 0) - start > atom.start;
    for (let time = told[next]; time !== undefined && time.start - start < end; time = told[++next])
      word = { ...word, heard: { from: word.heard?.from ?? time.from, to: time.to } };
    const isAlone = word.heard === undefined;
    const content = characters.slice(atom.start, atom.end).join("");
    if (isAlone && !goesOn && !pronounced.test(content)) continue;
    const touches = last?.end === atom.start;
    if (last !== undefined && (goesOn || (isAlone && touches))) {
      const from = last.heard?.from ?? word.heard?.from;
      const to = word.heard?.to ?? last.heard?.to;
      const heard = from === undefined || to === undefined ? undefined : { from, to };
      words[words.length - 1] = { start: last.start, end: atom.end, heard };
    } else words.push(word);
  }
  return words;
}

/**
 * Shares what was heard among the words behind it that weren't told of; those at the beginning share the first one's.
 */
function timed(words: readonly Word[], characters: readonly string[]): SpanTime[] {
  const groups: Word[][] = [];
  for (const word of words) {
    const group = groups.at(-1);
    const isOpen = group?.every(({ heard }) => heard === undefined) === true;
    if (group !== undefined && (word.heard === undefined || isOpen)) group.push(word);
    else groups.push([word]);
  }
  return groups.flatMap((group) => {
    const heard = group.find((word) => word.heard !== undefined)?.heard;
    if (heard === undefined) return [];
    const letters = group.map(({ start, end }) =>
      Math.max(1, characters.slice(start, end).filter((character) => written.test(character)).length),
    );
    const perLetter = (heard.to - heard.from) / letters.reduce((sum, count) => sum + count, 0);
    let before = 0;
    return group.map(({ start, end }, index) => {
      const from = heard.from + before * perLetter;
      before += letters[index] ?? 0;
      return { start, end, from, to: heard.from + before * perLetter };
    });
  });
}

/** A word without the punctuation around it; a sign that was told of, such as `%`, stays. */
function trimmed({ start, end }: Span, characters: readonly string[], told: ReadonlySet<number>): Span {
  const isPart = (at: number) => written.test(characters[at] ?? "") || told.has(at);
  let [first, last] = [start, end];
  while (first < last - 1 && !isPart(first)) first++;
  while (last > first + 1 && !isPart(last - 1)) last--;
  return { start: first, end: last };
}
