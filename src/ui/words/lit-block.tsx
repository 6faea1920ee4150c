import { memo, type ReactNode } from "react";
import type { Block } from "../../state/reading.ts";
import { marksOf, type Words } from "../../state/words.ts";

interface LitBlockProps {
  readonly words: Words;
  readonly block: Block;
}

/**
 * A block's text with each span as an element of its own. Drawn once: which one is lit, or under the keyboard's cursor, is an
 * attribute that {@link useLitSpan} moves.
 */
export const LitBlock = memo(function LitBlock({ words: { text, spans }, block }: LitBlockProps) {
  const parts: ReactNode[] = [];
  let cursor = block.start;
  for (let index = block.firstSpan; index < block.endSpan; index++) {
    const span = spans[index];
    if (span === undefined) break;
    parts.push(...gap(cursor, span.start, index === block.firstSpan));
    parts.push(
      <span key={span.start} data-span={index}>
        {text.slice(span.start, span.end)}
      </span>,
    );
    cursor = span.end;
  }
  const end = cursor + text.slice(cursor, block.end).trimEnd().length;
  parts.push(...gap(cursor, end, block.firstSpan === block.endSpan));
  return parts;

  /** What isn't heard, with the marks that stand at the words around it by themselves: a background may take them in. */
  function gap(from: number, to: number, isFirst: boolean): ReactNode[] {
    const { tail, between, lead } = marksOf(text.slice(from, to), isFirst);
    return [
      tail !== "" && (
        <i key={from} data-tail="">
          {tail}
        </i>
      ),
      between !== "" && <i key={from + tail.length}>{between}</i>,
      lead !== "" && (
        <i key={to - lead.length} data-lead="">
          {lead}
        </i>
      ),
    ];
  }
});
