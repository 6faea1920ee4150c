import fc from "fast-check";
import { expect, test } from "vitest";
import { createFrameMeter } from "./unfinished.ts";

interface Frame {
  readonly opcode: 0 | 1 | 2 | 8 | 9 | 10;
  readonly isFinal: boolean;
  readonly isMasked: boolean;
  readonly length: number;
}

/** A frame's bytes, with the shortest length that holds it (RFC 6455, section 5.2). */
function bytesOf({ opcode, isFinal, isMasked, length }: Frame): Buffer {
  const short = length < 126 ? length : length < 65_536 ? 126 : 127;
  const extended = Buffer.alloc(short === 126 ? 2 : short === 127 ? 8 : 0);
  if (extended.length > 0) extended.writeUIntBE(length, Math.max(0, extended.length - 6), Math.min(6, extended.length));
  const first = (isFinal ? 0x80 : 0) | opcode;
  // Bytes that would be read as a frame's beginning by whoever loses count.
  const rest = Buffer.alloc((isMasked ? 4 : 0) + length, 0x81);
  return Buffer.concat([Buffer.from([first, (isMasked ? 0x80 : 0) | short]), extended, rest]);
}

const text = (length: number, isFinal: boolean): Frame => ({ opcode: 1, isFinal, isMasked: true, length });

test("a message counts until it is whole, in one frame or many", () => {
  const meter = createFrameMeter();
  expect(meter(bytesOf(text(300, false)))).toBe(300);
  expect(meter(bytesOf({ ...text(70_000, false), opcode: 0 }))).toBe(70_300);
  expect(meter(bytesOf({ ...text(5, true), opcode: 0 }))).toBe(0);
  const whole = bytesOf(text(100_000, true));
  expect(meter(whole.subarray(0, -1))).toBe(99_999);
  expect(meter(whole.subarray(-1))).toBe(0);
});

test("pings and pongs inside a message don't count, and don't end it", () => {
  const meter = createFrameMeter();
  meter(bytesOf(text(300, false)));
  expect(meter(bytesOf({ opcode: 9, isFinal: true, isMasked: true, length: 125 }))).toBe(300);
  expect(meter(bytesOf({ opcode: 10, isFinal: true, isMasked: true, length: 0 }))).toBe(300);
});

test("any frames in any pieces count as what has come since the last message was whole", () => {
  const data = fc.record({
    opcode: fc.constantFrom(0, 1, 2),
    isFinal: fc.boolean(),
    isMasked: fc.boolean(),
    length: fc.oneof(fc.nat(200), fc.constantFrom(125, 126, 127, 65_535, 65_536, 100_000)),
  });
  const control = fc.record({
    opcode: fc.constantFrom(9, 10),
    isFinal: fc.constant(true),
    isMasked: fc.boolean(),
    length: fc.nat(125),
  });
  fc.assert(
    fc.property(fc.array(fc.oneof(data, control)), fc.integer({ min: 1, max: 5_000 }), (frames, size) => {
      const expected = frames.reduce(
        (sum, { opcode, isFinal, length }) => (opcode > 2 ? sum : isFinal ? 0 : sum + length),
        0,
      );
      const bytes = Buffer.concat(frames.map((frame) => bytesOf(frame as Frame)));
      const meter = createFrameMeter();
      let unfinished = 0;
      for (let start = 0; start < bytes.length; start += size) unfinished = meter(bytes.subarray(start, start + size));
      expect(unfinished).toBe(expected);
    }),
    { numRuns: 50 },
  );
});
