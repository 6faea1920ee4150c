import { Fragment, memo, type ReactNode } from "react";
import type { Block } from "../text/reading.ts";
import { marksOf, type Words } from "../text/words.ts";

interface HighlightBlockProps {
  readonly words: Words;
  readonly block: Block;
  /** Whether lines end between words also where no space separates them. */
  readonly phrased?: boolean | undefined;
}

/**
 * A block's text with each span as an element of its own. Drawn once: which one is lit, or under the keyboard's cursor,
 * is an attribute that {@link useHighlightedSpan} moves.
 */
export const HighlightBlock = memo(function HighlightBlock({
  words: { text, spans },
  block,
  phrased = false,
}: HighlightBlockProps) {
  const parts: ReactNode[] = [];
  const breaks = phrased ? phraseBreaks(text.slice(block.start, block.end)).map((at) => at + block.start) : [];
  let cursor = block.start;
  for (let index = block.firstSpan; index < block.endSpan; index++) {
    const span = spans[index];
    if (span === undefined) break;
    parts.push(...gap(cursor, span.start, index === block.firstSpan));
    // Between two words, not in one of them: what is lit would begin on the line before.
    if (breaks.includes(span.start)) parts.push(<wbr key={`before ${span.start}`} />);
    const isBeside = spans[index - 1]?.end === span.start || spans[index + 1]?.start === span.end;
    const joined = isBeside || unspaced.test(text.slice(span.start, span.end));
    parts.push(
      <span key={span.start} className="pressable" data-span={index} data-joined={joined || undefined}>
        {broken(span.start, span.end)}
      </span>,
    );
    cursor = span.end;
  }
  const end = cursor + text.slice(cursor, block.end).trimEnd().length;
  parts.push(...gap(cursor, end, block.firstSpan === block.endSpan));
  return parts;

  /** A part of the text, with what lets a line end inside of it. */
  function broken(from: number, to: number): ReactNode {
    const inside = breaks.filter((at) => at > from && at < to);
    if (inside.length === 0) return text.slice(from, to);
    return [from, ...inside].map((start, at) => (
      <Fragment key={start}>
        {at > 0 && <wbr />}
        {text.slice(start, inside[at] ?? to)}
      </Fragment>
    ));
  }

  /**
   * What isn't heard, with the marks that stand at the words around it by themselves: a background may take them in.
   */
  function gap(from: number, to: number, isFirst: boolean): ReactNode[] {
    const { tail, between, lead } = marksOf(text.slice(from, to), isFirst);
    return [
      // What isn't heard may be words, too.
      from < to && breaks.includes(from) && <wbr key={`before ${from}`} />,
      tail !== "" && (
        <i key={from} data-tail="">
          {tail}
        </i>
      ),
      between !== "" && <i key={from + tail.length}>{broken(from + tail.length, to - lead.length)}</i>,
      lead !== "" && (
        <i key={to - lead.length} data-lead="">
          {lead}
        </i>
      ),
    ];
  }
});

/** Letters of scripts that set no spaces between words, be it that a word stands between two marks. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u;

/**
 * Divides scripts that set no spaces between words by a dictionary; older browsers have none, and break where they
 * like.
 */
const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("zh", { granularity: "word" }) : undefined;

/**
 * Where a line may end between two words that nothing separates, as in Chinese and Japanese: indexes of `text`, in
 * UTF-16 units, ascending. Where spaces or signs stand, none is needed.
 */
export function phraseBreaks(text: string): readonly number[] {
  const breaks: number[] = [];
  let afterWord = false;
  for (const { index, isWordLike = false } of segmenter?.segment(text) ?? []) {
    if (afterWord && isWordLike) breaks.push(index);
    afterWord = isWordLike;
  }
  return breaks;
}
