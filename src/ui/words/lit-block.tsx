import { memo, type ReactNode } from "react";
import type { Block } from "../../state/reading.ts";
import type { Words } from "../../state/words.ts";

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
    if (span.start > cursor) parts.push(<i key={cursor}>{text.slice(cursor, span.start)}</i>);
    parts.push(
      <span key={span.start} data-span={index}>
        {text.slice(span.start, span.end)}
      </span>,
    );
    cursor = span.end;
  }
  const rest = text.slice(cursor, block.end).trimEnd();
  if (rest !== "") parts.push(<i key={cursor}>{rest}</i>);
  return parts;
});
