import { countCharacters } from "../../../contract/characters.ts";
import type { EngineVoice, ScriptReading } from "../voices/engine-voice.ts";
import { runsOf } from "./foreign-scripts.ts";
import { type Piece, pauseAfter } from "./pieces.ts";

/** A piece that is all in scripts that one language reads. */
export interface PieceOfScript extends Piece {
  /** The language that reads it, where that isn't the voice's own. */
  readonly reading?: ScriptReading;
}

/** Divides pieces where a script begins that another language reads. The pieces joined are the text again. */
export function* piecesByScript(
  pieces: Iterable<Piece>,
  { otherScripts = [] }: EngineVoice,
): Generator<PieceOfScript, void, undefined> {
  if (otherScripts.length === 0) {
    yield* pieces;
    return;
  }
  const runs = runsOf(otherScripts);
  for (const piece of pieces) yield* divided(piece, otherScripts, runs);
}

function* divided(piece: Piece, readings: readonly ScriptReading[], runs: RegExp): Generator<PieceOfScript> {
  const { text } = piece;
  const parts: { readonly text: string; readonly reading?: ScriptReading }[] = [];
  let from = 0;
  for (const match of text.matchAll(runs)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    const reading = readings[match.slice(1).findIndex((group) => group !== undefined)];
    parts.push({ text: match[0], ...(reading === undefined ? {} : { reading }) });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  let { start } = piece;
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    yield isLast
      ? { ...piece, ...part, start }
      : { ...part, start, endsSentence: false, pause: pauseAfter(part.text, false) };
    start += countCharacters(part.text);
  }
}
