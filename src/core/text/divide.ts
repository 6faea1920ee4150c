/** A part of a text, where it stands in it, in UTF-16 units, and the silence in front of it, in seconds. */
export interface Division {
  readonly start: number;
  readonly end: number;
  readonly pause: number;
}

/** The end of a sentence with the marks and the space behind it. */
export const sentenceEnd = /[.!?…][\p{Pe}\p{Pf}"']*\s+|[。！？][\p{Pe}\p{Pf}]*\s*/gu;

/** How long it is silent between paragraphs and between sentences, as in a text that is spoken at once; seconds. */
const pauses = { paragraph: 0.55, sentence: 0.3, none: 0 } as const;

/**
 * Divides a text into parts of at most `limit` characters: behind a paragraph, else behind a sentence, else at a space
 * or sign, as far back as a third of the part; else anywhere between two characters. Parts begin and end with what is
 * said; white space between them is left out.
 */
export function divideText(text: string, limit: number, from = 0, to = text.length): readonly Division[] {
  const divisions: Division[] = [];
  let pause: number = pauses.none;
  let start = skipSpace(text, from, to);
  while (start < to) {
    // As many UTF-16 units as may be characters: never more of these.
    const cut = to - start <= limit ? { at: to, pause: pauses.none } : cutOf(text, start, start + limit);
    const end = start + text.slice(start, cut.at).trimEnd().length;
    divisions.push({ start, end, pause });
    ({ pause } = cut);
    start = skipSpace(text, cut.at, to);
  }
  return divisions;
}

function cutOf(text: string, start: number, most: number): { readonly at: number; readonly pause: number } {
  const earliest = start + Math.floor((most - start) / 3);
  const window = text.slice(earliest, most);
  const paragraph = window.lastIndexOf("\n");
  if (paragraph >= 0) return { at: earliest + paragraph + 1, pause: pauses.paragraph };
  for (const [ends, pause] of [
    [sentenceEnd, pauses.sentence],
    [/[,;:，、；：]\s*|\s+/gu, pauses.none],
  ] as const) {
    const last = [...window.matchAll(ends)].at(-1);
    if (last !== undefined) return { at: earliest + last.index + last[0].length, pause };
  }
  const isPair = (text.charCodeAt(most - 1) & 0xfc00) === 0xd800 && most - start > 1;
  return { at: isPair ? most - 1 : most, pause: pauses.none };
}

function skipSpace(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && /\s/u.test(text.charAt(at))) at++;
  return at;
}
