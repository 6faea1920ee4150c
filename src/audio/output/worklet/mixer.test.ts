import fc from "fast-check";
import { expect, test } from "vitest";
import type { Samples } from "../../decoders/decoder.ts";
import type { Piece } from "../sound-sink.ts";
import type { LineReport } from "./messages.ts";
import { createMixer } from "./mixer.ts";

const block = 128;

/** Frames numbered from 1, so that each says where it belongs. */
const frames = (from: number, count: number): Samples =>
  Float32Array.from({ length: count }, (_, index) => from + index + 1);
const pieceOf = (from: number, sure: number, tail = 0): Piece => ({
  sure: [frames(from, sure)],
  // A tail has other samples than what takes its place.
  tail: tail === 0 ? [] : [frames(from + sure, tail).map((sample) => -sample)],
});

/** A mixer, what it says, and what it makes in one channel. */
function open() {
  const reports: LineReport[] = [];
  const heard: number[] = [];
  const mixer = createMixer((report) => reports.push(report));
  return {
    ...mixer,
    reports,
    heard,
    /** Makes the next blocks. */
    make(blocks: number): boolean {
      let goesOn = true;
      for (let made = 0; made < blocks; made += 1) {
        const output = [new Float32Array(block)];
        goesOn = mixer.render(output, heard.length);
        heard.push(...(output[0] ?? []));
      }
      return goesOn;
    },
  };
}

const count = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, index) => from + index + 1);

test("a stretch begins with the next block that is made, and says which", () => {
  const { receive, make, reports, heard } = open();
  make(3);
  receive({ type: "begin", stretch: 1, piece: pieceOf(0, 200), earliest: 0, fadeIn: 0 });
  make(2);
  expect(reports).toEqual([
    { type: "began", stretch: 1, frame: 3 * block },
    { type: "over", stretch: 1, frames: 200 },
  ]);
  expect(heard.slice(3 * block, 3 * block + 200)).toEqual(count(0, 200));
});

test("not before its time, nor before the one before is over", () => {
  const { receive, make, reports, heard } = open();
  receive({ type: "begin", stretch: 1, piece: pieceOf(0, 100), earliest: 70, fadeIn: 0 });
  receive({ type: "begin", stretch: 2, piece: pieceOf(100, 100), earliest: 0, fadeIn: 0 });
  make(4);
  expect(reports).toContainEqual({ type: "began", stretch: 1, frame: 70 });
  expect(reports).toContainEqual({ type: "began", stretch: 2, frame: 170 });
  expect(heard.slice(70, 270)).toEqual(count(0, 200));
});

test("whatever the pieces and the moments at which they come: each sample once and behind the one before", () => {
  const steps = fc.array(
    fc.record({ sure: fc.integer({ min: 130, max: 400 }), tail: fc.integer({ max: 40, min: 0 }) }),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(steps, (pieces) => {
      const { receive, make, heard } = open();
      let put = 0;
      for (const [index, { sure, tail }] of pieces.entries()) {
        const piece = pieceOf(put, sure, tail);
        if (index === 0) receive({ type: "begin", stretch: 1, piece, earliest: 0, fadeIn: 0 });
        else receive({ type: "put", stretch: 1, piece, frame: put });
        put += sure;
        // Up to the last block that lies before the tail: what comes next comes just in time.
        while (heard.length + block <= put) make(1);
      }
      const { tail } = pieces.at(-1) ?? { tail: 0 };
      make(4);
      expect(heard.slice(0, put)).toEqual(count(0, put));
      expect(heard.slice(put, put + tail)).toEqual(count(put, put + tail).map((sample) => -sample));
      expect(heard.slice(put + tail).every((sample) => sample === 0)).toBe(true);
    }),
  );
});

test.each([
  ["while the tail sounds", 1],
  ["after it", 3],
])(
  "what comes too late, %s, isn't sounded, nor what comes behind it, and the page is told where it ended",
  (_, blocks) => {
    const { receive, make, reports, heard } = open();
    receive({ type: "begin", stretch: 1, piece: pieceOf(0, 100, 100), earliest: 0, fadeIn: 0 });
    make(blocks);
    receive({ type: "put", stretch: 1, piece: pieceOf(100, 300), frame: 100 });
    receive({ type: "put", stretch: 1, piece: pieceOf(400, 300), frame: 400 });
    make(6);
    expect(reports.at(-1)).toEqual({ type: "over", stretch: 1, frames: 200 });
    expect(heard.slice(0, 201)).toEqual([...count(0, 100), ...count(100, 200).map((sample) => -sample), 0]);
    expect(heard.slice(200).every((sample) => sample === 0)).toBe(true);
  },
);

const ones = (length: number): Piece => ({ sure: [new Float32Array(length).fill(1)], tail: [] });

test("it comes up from silence, and goes down to it and ends", () => {
  const { receive, make, reports, heard } = open();
  receive({ type: "begin", stretch: 1, piece: ones(1_000), earliest: 0, fadeIn: 4 });
  receive({ type: "fadeOut", stretch: 1, from: 200, to: 204 });
  make(8);
  expect(heard.slice(0, 6)).toEqual([0, 0.25, 0.5, 0.75, 1, 1]);
  expect(heard.slice(198, 206)).toEqual([1, 1, 1, 0.75, 0.5, 0.25, 0, 0]);
  expect(reports.at(-1)).toEqual({ type: "over", stretch: 1, frames: 204 });
});

test("a fade that comes too late begins at once, and is as long", () => {
  const { receive, make, heard } = open();
  receive({ type: "begin", stretch: 1, piece: ones(1_000), earliest: 0, fadeIn: 0 });
  make(2);
  receive({ type: "fadeOut", stretch: 1, from: 100, to: 104 });
  make(2);
  expect(heard.slice(254, 261)).toEqual([1, 1, 1, 0.75, 0.5, 0.25, 0]);
});

test("what is cancelled is silent from the next block on, and what waited begins", () => {
  const { receive, make, reports, heard } = open();
  receive({ type: "begin", stretch: 1, piece: ones(1_000), earliest: 0, fadeIn: 0 });
  make(1);
  receive({ type: "cancel", stretch: 1 });
  make(1);
  receive({ type: "begin", stretch: 2, piece: pieceOf(0, 10), earliest: 0, fadeIn: 0 });
  make(1);
  expect(reports).toContainEqual({ type: "over", stretch: 1, frames: block });
  expect(heard.slice(block, 2 * block).every((sample) => sample === 0)).toBe(true);
  expect(heard.slice(2 * block, 2 * block + 10)).toEqual(count(0, 10));
});

test("one channel sounds in both, and two each in its own", () => {
  const mixer = createMixer(() => {});
  const both = (channels: readonly Samples[], first: number): number[] => {
    const output = [new Float32Array(block), new Float32Array(block)];
    mixer.receive({ type: "begin", stretch: first, piece: { sure: channels, tail: [] }, earliest: 0, fadeIn: 0 });
    mixer.render(output, first);
    return output.map(([sample = 0]) => sample);
  };
  expect(both([Float32Array.of(1)], 0)).toEqual([1, 1]);
  expect(both([Float32Array.of(1), Float32Array.of(2)], block)).toEqual([1, 2]);
});

test("closed, it goes on to the end of what sounds, and then is released", () => {
  const { receive, make, reports } = open();
  receive({ type: "begin", stretch: 1, piece: ones(200), earliest: 0, fadeIn: 0 });
  receive({ type: "close" });
  expect(make(1)).toBe(true);
  expect(make(1)).toBe(false);
  expect(reports.at(-1)).toEqual({ type: "closed" });
});
