import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createJsonMeter, jsonBounds } from "./body-bounds.ts";

const { depth, values } = jsonBounds;

/** Whether a text is within the bounds, when it arrives in pieces of `size` bytes. */
function isWithin(text: string | Uint8Array, size = Number.POSITIVE_INFINITY): boolean {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const meter = createJsonMeter();
  let within = true;
  for (let start = 0; start < bytes.length; start += size) within = meter.read(bytes.subarray(start, start + size));
  return within;
}

/** Keys and elements of a JSON value, counted by walking it. */
function countValues(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + 1 + countValues(inner), 0);
}

test.each([
  ["a level of arrays", depth, (count: number) => "[".repeat(count) + "]".repeat(count)],
  ["a level of objects", depth, (count: number) => '{"a":'.repeat(count) + 1 + "}".repeat(count)],
  ["an element", values, (count: number) => JSON.stringify(Array(count).fill(1))],
  ["a key", values, (count: number) => JSON.stringify(Object.fromEntries(Array(count).fill(1).entries()))],
  ["an element that is empty itself", values / 2, (count: number) => JSON.stringify(Array(count).fill([]))],
])("what holds one too many is refused: %s", (_what, most, text) => {
  for (const size of [1, 7, Number.POSITIVE_INFINITY]) {
    expect([isWithin(text(most), size), isWithin(text(most + 1), size)]).toEqual([true, false]);
  }
});

test("the levels of neighbours aren't added up", () => {
  expect(isWithin(`[${Array(1_000).fill("[[{}]]").join(",")}]`)).toBe(true);
});

test("text of any length is one value, whatever stands in it", () => {
  const text = '[{,:"\\'.repeat(100_000);
  expect(isWithin(JSON.stringify({ model: "cloud-tts", input: text }), 4_096)).toBe(true);
});

test("what was refused stays refused", () => {
  const meter = createJsonMeter();
  expect(meter.read(new TextEncoder().encode("[".repeat(depth + 1)))).toBe(false);
  expect(meter.read(new TextEncoder().encode("]".repeat(depth + 1)))).toBe(false);
});

describe("for any JSON value", () => {
  test("the pieces in which it arrives make no difference, and its values are counted as a parser counts them", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 1, max: 20 }), (value, size) => {
        // Each empty object or array may count for one.
        const empty = (JSON.stringify(value).match(/\[\]|\{\}/g) ?? []).length;
        const room = values - countValues(value) - 1;
        const filled = (more: number) => JSON.stringify([value, ...Array(room + more).fill(0)]);
        expect(isWithin(filled(1), size)).toBe(false);
        expect(isWithin(filled(-empty), size)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  test("bytes of any kind are read without an error, and a parser meets no more than was counted", () => {
    const piece = fc.constantFrom("[", "]", "{", "}", ",", ":", '"', "\\", "1", " ", "\ud800", "é", "\0");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
        const text = pieces.join("");
        let parsed: unknown;
        try {
          parsed = JSON.parse(text);
        } catch {
          return;
        }
        expect(isWithin(text)).toBe(countValues(parsed) <= values);
      }),
    );
    const anything = fc.uint8Array({ maxLength: depth });
    fc.assert(
      fc.property(anything, (bytes) => {
        expect(isWithin(bytes)).toBe(true);
      }),
    );
  });
});
