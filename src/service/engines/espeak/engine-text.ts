import type { Span, SpokenPart } from "../engine.ts";

/** Text as the engine takes it, with the stretch of the original that each of its code points stands for. */
export interface EngineText {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** The engine takes its text for SSML: what would be markup is written as character references. */
const references: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Control characters, lone surrogates, bidirectional controls, non-characters and private use: nothing to say. */
const unspoken = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u;

/**
 * Makes text safe for the engine, in which markup and `[[phonemes]]` are always on: whatever a person wrote is said,
 * never obeyed. Characters that can't be said become spaces; full-width letters and digits become the usual ones.
 *
 * @param start where `text` begins in the original, in code points
 */
export function engineText(text: string, start: number): EngineText {
  const characters = Array.from(text);
  return assemble(characters.map((character, index) => [character, { start: start + index, end: start + index + 1 }]));
}

/** Like {@link engineText} for a text that is said otherwise than it is written, part by part. */
export function engineTextOfParts(parts: readonly SpokenPart[], start: number): EngineText {
  const characters: [string, Span][] = [];
  let offset = start;
  for (const { written, said } of parts) {
    const length = Array.from(written).length;
    const span = { start: offset, end: offset + length };
    offset = span.end;
    const saidCharacters = Array.from(said);
    // A part that is said as it is written keeps each character's own place.
    for (const [index, character] of saidCharacters.entries()) {
      const own = said === written ? { start: span.start + index, end: span.start + index + 1 } : span;
      characters.push([character, own]);
    }
  }
  return assemble(characters);
}

function assemble(characters: readonly (readonly [string, Span])[]): EngineText {
  let text = "";
  const spans: Span[] = [];
  const put = (piece: string, span: Span) => {
    text += piece;
    for (const _ of piece) spans.push(span);
  };
  let last = "";
  for (const [original, span] of characters) {
    const character = plainForm(original);
    // Two brackets would open phoneme input.
    if (character === "[" && last === "[") put(" ", span);
    put(references[character] ?? character, span);
    last = character;
  }
  return { text, spans };
}

function plainForm(character: string): string {
  if (unspoken.test(character)) return " ";
  const code = character.codePointAt(0) ?? 0;
  const fullWidth =
    (code >= 0xff10 && code <= 0xff19) || (code >= 0xff21 && code <= 0xff3a) || (code >= 0xff41 && code <= 0xff5a);
  return fullWidth ? String.fromCodePoint(code - 0xfee0) : character;
}
