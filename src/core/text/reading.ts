import { sentenceEnd } from "./divide.ts";
import type { Words } from "./words.ts";

/** A part of the shown text that is laid out by itself: a paragraph, or a piece of a very long one. */
export interface Block {
  readonly start: number;
  readonly end: number;
  /** The spans that lie in it: from `firstSpan` up to, but without, `endSpan`. */
  readonly firstSpan: number;
  readonly endSpan: number;
  /** Whether a paragraph begins with it. */
  readonly opens: boolean;
}

/** From this length on a paragraph is divided, at the end of a sentence where there is one; in UTF-16 units. */
const longParagraph = 1_600;
const shortPiece = 800;

/**
 * Divides the shown text into blocks, so that only those that are seen need to be laid out. A span is never divided.
 */
export function blocksOf({ text, spans }: Pick<Words, "text" | "spans">): readonly Block[] {
  const blocks: Block[] = [];
  let span = 0;
  const add = (start: number, end: number, opens: boolean): void => {
    const firstSpan = span;
    while (span < spans.length && (spans[span]?.start ?? 0) < end) span++;
    blocks.push({ start, end, firstSpan, endSpan: span, opens });
  };
  /** The same place, or the end of the span that it would divide. */
  const outside = (at: number): number => {
    let index = span;
    while (index < spans.length && (spans[index]?.end ?? 0) <= at) index++;
    const met = spans[index];
    return met !== undefined && met.start < at ? met.end : at;
  };
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = outside(newline === -1 ? text.length : newline + 1);
    let from = start;
    while (end - from > longParagraph) {
      const cut = outside(cutOf(text, from, from + longParagraph));
      if (cut >= end) break;
      add(from, cut, from === start);
      from = cut;
    }
    if (/\S/u.test(text.slice(from, end))) add(from, end, from === start);
    start = end;
  }
  return blocks;
}

/** The block in which a span lies; -1 for none. */
export function blockOfSpan(blocks: readonly Block[], span: number): number {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((blocks[middle]?.endSpan ?? 0) <= span) low = middle + 1;
    else high = middle;
  }
  return span < 0 || low >= blocks.length ? -1 : low;
}

/** Where a paragraph is best divided: behind its last sentence, else behind its last space, else anywhere. */
function cutOf(text: string, from: number, to: number): number {
  const window = text.slice(from + shortPiece, to);
  const sentence = [...window.matchAll(sentenceEnd)].at(-1);
  if (sentence !== undefined) return from + shortPiece + sentence.index + sentence[0].length;
  const space = window.lastIndexOf(" ");
  if (space !== -1) return from + shortPiece + space + 1;
  const isPair = (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
  return isPair ? to - 1 : to;
}
