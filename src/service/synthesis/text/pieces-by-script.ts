import { countCharacters } from "../../../contract/characters.ts";
import { languageOf } from "../../../contract/voices.ts";
import type { EngineVoice, ScriptReading } from "../voices/engine-voice.ts";
import { languageOfRun, partsOf, runsOf } from "./foreign-scripts.ts";
import { type Piece, pauseAfter } from "./pieces.ts";

/** A piece that is all in scripts that one language reads. */
export interface PieceOfScript extends Piece {
  /** The language that reads it, where that isn't the voice's own. */
  readonly reading?: ScriptReading;
}

/** The readings of one script. */
type Readings = readonly [ScriptReading, ...ScriptReading[]];

/** How much of a sentence tells of its language at once, in UTF-16 units. */
const looked = 1_000;

/** Divides pieces where a language begins that another voice reads. The pieces joined are the text again. */
export function* piecesByScript(
  pieces: Iterable<Piece>,
  { otherScripts = [] }: EngineVoice,
): Generator<PieceOfScript, void, undefined> {
  if (otherScripts.length === 0) {
    yield* pieces;
    return;
  }
  const byScript = new Map<string, Readings>();
  for (const reading of otherScripts) {
    const others = byScript.get(reading.letters);
    byScript.set(reading.letters, others === undefined ? [reading] : [...others, reading]);
  }
  const scripts = [...byScript.values()];
  const runs = runsOf(scripts.map(([reading]) => reading));
  for (const sentence of sentencesOf(pieces)) {
    const found = runsIn(sentence.map(({ text }) => text).join(""), runs);
    const readingsOf = ({ text, script }: Run): readonly Part[] => {
      const readings = scripts[script];
      if (readings === undefined || readings.length === 1) return [{ text, reading: readings?.[0] }];
      const all = found.filter((run) => run.script === script).map((run) => run.text);
      const most = told(text, readings) ?? told(all.join(" "), readings) ?? readings[0];
      return partsOf(text, readings[0]).map((part) => ({ text: part, reading: told(part, readings) ?? most }));
    };
    for (const piece of sentence) yield* divided(piece, runs, readingsOf);
  }
}

function* sentencesOf(pieces: Iterable<Piece>): Generator<readonly Piece[]> {
  let sentence: Piece[] = [];
  let length = 0;
  for (const piece of pieces) {
    sentence.push(piece);
    length += piece.text.length;
    if (!piece.endsSentence && length < looked) continue;
    yield sentence;
    sentence = [];
    length = 0;
  }
  if (sentence.length > 0) yield sentence;
}

/** What of a text is in one script. */
interface Run {
  readonly index: number;
  readonly text: string;
  /** Which of the scripts. */
  readonly script: number;
}

function runsIn(text: string, runs: RegExp): readonly Run[] {
  return Array.from(text.matchAll(runs), (match) => ({
    index: match.index,
    text: match[0],
    script: match.slice(1).findIndex((group) => group !== undefined),
  }));
}

/** The reading of a script that a text in it tells of by itself. */
function told(text: string, readings: Readings): ScriptReading | undefined {
  const language = languageOfRun(text, readings[0]);
  if (language === undefined) return undefined;
  const isLike = ({ locale = "" }: ScriptReading): boolean => languageOf(locale) === languageOf(language);
  return readings.find(({ locale }) => locale === language) ?? readings.find(isLike);
}

/** A part of a piece that one language reads: the voice's own where no other does. */
interface Part {
  readonly text: string;
  readonly reading: ScriptReading | undefined;
}

function* divided(piece: Piece, runs: RegExp, readingsOf: (run: Run) => readonly Part[]): Generator<PieceOfScript> {
  const parts: Part[] = [];
  const add = ({ text, reading }: Part): void => {
    const last = parts.at(-1);
    if (last?.reading === reading) parts[Math.max(0, parts.length - 1)] = { text: (last?.text ?? "") + text, reading };
    else parts.push({ text, reading });
  };
  let from = 0;
  for (const run of runsIn(piece.text, runs)) {
    add({ text: piece.text.slice(from, run.index), reading: undefined });
    readingsOf(run).forEach(add);
    from = run.index + run.text.length;
  }
  add({ text: piece.text.slice(from), reading: undefined });
  const spoken = parts.filter(({ text }) => text !== "");
  let { start } = piece;
  for (const [index, { text, reading }] of spoken.entries()) {
    const isLast = index === spoken.length - 1;
    const ending = isLast ? piece : { endsSentence: false, pause: pauseAfter(text, false) };
    yield { ...ending, text, start, ...(reading === undefined ? {} : { reading }) };
    start += countCharacters(text);
  }
}
