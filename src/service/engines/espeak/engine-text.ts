import type { Span, SpokenPart } from "../engine.ts";

/** Text as the engine takes it, with the stretch of the original that each of its code points stands for. */
interface EngineText {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The engine takes its text for SSML: what would be markup is written as character references. */
const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Control characters, lone surrogates, bidirectional controls, non-characters and private use: nothing to say. */
const unspoken = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;

/**
 * A character with what is written upon it, where macOS and others write both apart: accents, the marks of narrow kana,
 * the letters of a Korean syllable.
 */
const clusters = /[\u1100-\u115f][\u1160-\u11a7]+[\u11a8-\u11ff]*|[^\p{M}\uff9e\uff9f][\p{M}\uff9e\uff9f]*|./gsu;

/** How a sign looks, or a frame around it. */
const looks = /[\ufe00-\ufe0f\u20e3\u{e0100}-\u{e01ef}]/gu;
/** Makes one of several emoji; between letters of some writings it says how they are joined. */
const joiner = "\u200d";

/**
 * What has another form for its looks alone: ligatures, letters of mathematics, Arabic letters as they are joined, wide
 * and narrow ones, Roman numerals, units in one sign. Left as they are: ordinals (1º), the micro sign, Korean letters
 * by themselves, and vowels that only look like two.
 */
const formed = /^(?![ªºµ\u0e33\u0eb3\u3130-\u318f\p{Lm}])[\p{L}\p{Nl}\p{Nd}\p{Zs}℃℉Ⓐ-ⓩ㍱-㍺㎀-㏟＄％＆＋＝＠￠￡￥￦]/u;

/** Bengali letters that the engine knows as one sign each, and that Unicode's forms take apart. */
const bengali: Readonly<Record<string, string>> = {
  "\u09a1\u09bc": "\u09dc",
  "\u09a2\u09bc": "\u09dd",
  "\u09af\u09bc": "\u09df",
};

/** In German the engine ends a sentence behind a number with a full stop, unless a small letter follows. */
const behindOrdinal = /(?<=\p{L} (?:\d{1,2}|[IVX]{2,5})\. )\p{Lu}/gu;

/** Letters with accents that the engine knows in few languages alone, and spells by their number elsewhere. */
const rareLetters = /[\u1e00-\u1eff]/u;

/**
 * Makes text safe for the engine, in which markup and `[[phonemes]]` are always on: whatever a person wrote is said,
 * never obeyed. Characters that can't be said become spaces; those that only look unlike usual ones become these.
 *
 * @param start where `text` begins in the original, in code points
 * @param language the engine's name for it
 */
export function engineText(text: string, start: number, language: string): EngineText {
  const spoken = language === "de" ? text.replace(behindOrdinal, (letter) => letter.toLowerCase()) : text;
  return assemble(clustersOf(spoken, start), language);
}

/** Like {@link engineText} for a text that is said otherwise than it is written, part by part. */
export function engineTextOfParts(parts: readonly SpokenPart[], start: number, language: string): EngineText {
  let offset = start;
  const clusters = parts.flatMap(({ written, said }) => {
    const span = { start: offset, end: offset + Array.from(written).length };
    offset = span.end;
    // A part that is said as it is written keeps each character's own place.
    return said === written ? clustersOf(said, span.start) : clustersOf(said, 0).map(({ text }) => ({ text, span }));
  });
  return assemble(clusters, language);
}

interface Cluster {
  readonly text: string;
  readonly span: Span;
}

function clustersOf(text: string, start: number): readonly Cluster[] {
  let offset = start;
  return (text.match(clusters) ?? []).map((cluster) => {
    const span = { start: offset, end: offset + Array.from(cluster).length };
    offset = span.end;
    return { text: cluster, span };
  });
}

function assemble(written: readonly Cluster[], language: string): EngineText {
  let text = "";
  const spans: Span[] = [];
  const put = (piece: string, span: Span) => {
    text += piece;
    for (const _ of piece) spans.push(span);
  };
  let last = "";
  for (const { text: cluster, span } of written) {
    const said = Array.from(plainForm(cluster, language));
    const keepsPlaces = said.length === span.end - span.start;
    for (const [index, character] of said.entries()) {
      if (character === joiner && !/[\p{L}\p{M}]/u.test(last)) continue;
      const own = keepsPlaces ? { start: span.start + index, end: span.start + index + 1 } : span;
      // Two brackets would open phoneme input.
      if (character === "[" && last === "[") put(" ", own);
      put(references[character] ?? character, own);
      last = character;
    }
  }
  return { text, spans };
}

function plainForm(cluster: string, language: string): string {
  const seen = cluster
    .replace(looks, "")
    .replace(/[\u09a1\u09a2\u09af]\u09bc/gu, (letter) => bengali[letter] ?? letter);
  const usual = usualForm(seen);
  const known = knows(language, usual) ? usual : usual.normalize("NFD").replace(/\p{Mn}/gu, "");
  // Japanese is the one language in which the engine names the sign.
  return known.replace("−", language === "ja" ? "マイナス" : "−").replace(unspoken, " ");
}

/** The plain form of what has one, and letters in one sign with their accents; the rest as it is. */
function usualForm(written: string): string {
  const hasForm = written.normalize("NFKD") !== written.normalize("NFD");
  if (hasForm && formed.test(written)) return written.normalize("NFKC");
  const composed = written.normalize("NFC");
  return composed.length < written.length ? composed : written;
}

/** Whether the engine says these letters in a language, as far as accents go. */
function knows(language: string, letters: string): boolean {
  if (language === "ja") return !/\p{Script=Latin}/u.test(letters);
  return /^(?:vi|ga)/.test(language) || !rareLetters.test(letters);
}
