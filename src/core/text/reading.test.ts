import fc from "fast-check";
import { expect, it } from "vitest";
import { blockOfSpan, blocksOf } from "./reading.ts";
import type { Span } from "./words.ts";

/** Each word of a text as a span. */
function spansOf(text: string): Span[] {
  return [...text.matchAll(/[^\s.]+/gu)].map((match, index) => ({
    start: match.index,
    end: match.index + match[0].length,
    first: index,
    last: index,
  }));
}

it("each paragraph is a block; empty lines are none", () => {
  const text = "One two.\n\nThree.\n  \nFour";
  const blocks = blocksOf({ text, spans: spansOf(text) });
  expect(blocks.map(({ start, end }) => text.slice(start, end))).toEqual(["One two.\n", "Three.\n", "Four"]);
  expect(blocks.map(({ firstSpan, endSpan }) => [firstSpan, endSpan])).toEqual([
    [0, 2],
    [2, 3],
    [3, 4],
  ]);
  expect([-1, 0, 1, 2, 3, 4].map((span) => blockOfSpan(blocks, span))).toEqual([-1, 0, 0, 1, 2, -1]);
});

it("a very long paragraph is divided behind sentences", () => {
  const text = "The night train leaves at ten. ".repeat(200);
  const blocks = blocksOf({ text, spans: spansOf(text) });
  expect(blocks.length).toBeGreaterThan(3);
  for (const { start, end } of blocks) expect(text.slice(start, end)).toMatch(/^The .*ten\. $/);
  expect(blocks.map(({ opens }) => opens)).toEqual(blocks.map((_, index) => index === 0));
  const chinese = "夜里的火车十点出发。".repeat(400);
  for (const { start, end } of blocksOf({ text: chinese, spans: [] })) expect(chinese.slice(start, end)).toMatch(/。$/);
});

it("blocks follow each other without losing text or dividing a span, whatever the text", () => {
  const piece = fc.constantFrom("word ", "\n", "。", "字", "end. ", "x".repeat(2_000), "😀".repeat(900), "\n\n", " ");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const text = pieces.join("");
      const spans = spansOf(text);
      const blocks = blocksOf({ text, spans });
      let [free, next] = [0, 0];
      for (const { start, end, firstSpan, endSpan } of blocks) {
        expect(text.slice(free, start).trim()).toBe("");
        expect(end).toBeGreaterThan(start);
        expect(firstSpan).toBe(next);
        for (const span of spans.slice(firstSpan, endSpan)) {
          expect(span.start).toBeGreaterThanOrEqual(start);
          expect(span.end).toBeLessThanOrEqual(end);
        }
        [free, next] = [end, endSpan];
      }
      expect([text.slice(free).trim(), next]).toEqual(["", spans.length]);
      spans.forEach((_, index) => {
        const block = blocks[blockOfSpan(blocks, index)];
        expect(block?.firstSpan).toBeLessThanOrEqual(index);
        expect(block?.endSpan).toBeGreaterThan(index);
      });
    }),
  );
});
