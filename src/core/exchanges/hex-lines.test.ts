import fc from "fast-check";
import { expect, it } from "vitest";
import { hexLines, startOfPart } from "./hex-lines.ts";

it("shows each byte at its place, and what of it can be read", () => {
  const bytes = new TextEncoder().encode("ID3\u0004 and seventeen");
  expect(hexLines(bytes, 0x100)).toEqual([
    "00000100  49 44 33 04 20 61 6e 64 20 73 65 76 65 6e 74 65  ID3. and sevente",
    "00000110  65 6e                                            en",
  ]);
  expect(hexLines(new Uint8Array())).toEqual([]);
});

it("loses no byte, whatever they are", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
      const values = hexLines(bytes).flatMap((line) => line.slice(10, 57).trim().split(" "));
      expect(values.map((value) => Number.parseInt(value, 16))).toEqual([...bytes]);
    }),
  );
});

it.each([
  ["bytes 100-199/5000", 100],
  ["bytes 0-99/*", 0],
  ["bytes */5000", 0],
  ["elephants 5-6/7", 0],
])("the part of %s begins at %d", (value, start) => {
  expect(startOfPart([["content-range", value]])).toBe(start);
  expect(startOfPart([])).toBe(0);
});
