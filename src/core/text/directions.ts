/**
 * What a script says to whoever speaks it, in brackets, and where that stands in it, in UTF-16 units: a pause, or at
 * the head of a paragraph a name, which is a direction only where it is a voice's.
 */
export type Direction =
  | { readonly kind: "pause"; readonly start: number; readonly end: number; readonly seconds: number }
  | { readonly kind: "name"; readonly start: number; readonly end: number; readonly name: string };

/** How long a pause may be, in seconds. */
export const pauseRange = { minimum: 0.1, maximum: 10 } as const;
/** How long it is without a number, in seconds. */
const usualPause = 0.5;

const none: readonly Direction[] = [];

const inBrackets = /[[【]([^[\]【】\n]{1,60})[\]】]/gu;
/** `pause`, `pause 0.8s`, `pause 800 ms`, `停顿 1.5 秒`. */
const asPause = /^\s*(?:pause|停顿)\s*(?:(\d{1,6}(?:[.,]\d{1,3})?)\s*(ms|毫秒|s|sec|秒)?)?\s*$/iu;

/** The directions of a script, in their order. A pause may stand in front of a paragraph's name. */
export function readDirections(text: string): readonly Direction[] {
  // Most scripts have none, and half a million characters are looked through at each key.
  if (!/[[【]/.test(text)) return none;
  const directions: Direction[] = [];
  let from = 0;
  let isHead = true;
  for (const match of text.matchAll(inBrackets)) {
    const [all, inside = ""] = match;
    const end = match.index + all.length;
    const toLine = text.slice(from, match.index).lastIndexOf("\n") + 1;
    from += toLine;
    isHead = (isHead || toLine > 0) && !/\S/u.test(text.slice(from, match.index));
    const pause = asPause.exec(inside);
    if (pause !== null) {
      directions.push({ kind: "pause", start: match.index, end, seconds: secondsOf(pause) });
    } else if (isHead) {
      directions.push({ kind: "name", start: from, end, name: inside.trim() });
      isHead = false;
    }
    from = end;
  }
  return directions;
}

function secondsOf([, number, unit = ""]: RegExpExecArray): number {
  if (number === undefined) return usualPause;
  const amount = Number(number.replace(",", "."));
  return /^(?:ms|毫秒)$/iu.test(unit) ? amount / 1_000 : amount;
}

/** A script without its directions; what is counted of it is what is said. */
export function withoutDirections(text: string, directions: readonly Direction[]): string {
  let from = 0;
  const pieces = directions.map(({ start, end }) => {
    const piece = text.slice(from, start);
    from = end;
    return piece;
  });
  return directions.length === 0 ? text : [...pieces, text.slice(from)].join(" ");
}

/**
 * What is said of a script that is spoken in parts, as one text: the parts with the white space between them;
 * directions are left out. `starts` is where each part begins in it, in UTF-16 units.
 */
export function spokenText(script: string, parts: readonly { readonly start: number; readonly end: number }[]) {
  const pieces: string[] = [];
  const starts: number[] = [];
  let length = 0;
  let from = 0;
  const add = (piece: string): void => {
    pieces.push(piece);
    length += piece.length;
  };
  for (const { start, end } of parts) {
    const space = spaceOf(script.slice(from, start));
    add(from === 0 && start > space.length ? space.trimStart() : space);
    starts.push(length);
    add(script.slice(start, end));
    from = end;
  }
  add(spaceOf(script.slice(from)));
  return { text: pieces.join(""), starts };
}

/** What stands between two parts, as white space: the one that was written, where that is all. */
function spaceOf(gap: string): string {
  if (!/\S/u.test(gap)) return gap;
  const [first = "", ...others] = gap.split("\n");
  if (others.length === 0) return first.replace(inBrackets, "").replace(/\s{2,}/gu, " ");
  // A line that holds nothing but brackets isn't an empty one: it goes.
  return "\n".repeat(others.filter((line, at) => at === others.length - 1 || !/\S/u.test(line)).length);
}
