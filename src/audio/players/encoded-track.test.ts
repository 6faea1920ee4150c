import fc from "fast-check";
import { expect, test } from "vitest";
import { createByteStore } from "../base/byte-store.ts";
import { formatChunk, formatOf, riffChunk, wavFile } from "../formats/wav.fixture.ts";
import { createMp3Track, createRawTrack, createTrack } from "./encoded-track.ts";

/** Frames of MPEG-1 layer III, 128 kbit/s, 44,100 Hz, mono: 417 bytes each, or 418 with the padding. */
function frames(count: number): Uint8Array<ArrayBuffer> {
  const pieces = Array.from({ length: count }, (_, index) => {
    const frame = new Uint8Array(417 + (index % 2));
    frame.set([0xff, 0xfb, index % 2 === 0 ? 0x90 : 0x92, 0xc0]);
    return frame;
  });
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

const frameSeconds = 1_152 / 44_100;

test("what came of an MP3 is told to the byte, however the pieces fall", () => {
  const stream = frames(8);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 12 }), (lengths) => {
      const store = createByteStore();
      const track = createMp3Track(store);
      let at = 0;
      for (const length of lengths) {
        const piece = stream.slice(at, at + length);
        store.append(piece);
        track.note(piece);
        at = Math.min(stream.length, at + length);
        if (track.sampleRate === undefined) continue;
        expect(track.arrived).toBeCloseTo((at / 417.5) * frameSeconds, 3);
        expect(track.arrived).toBeGreaterThanOrEqual(track.samples / track.sampleRate);
        expect(track.arrived).toBeLessThan(track.samples / track.sampleRate + frameSeconds + 1e-9);
      }
    }),
  );
});

test("of headerless samples a half one counts as half", () => {
  const store = createByteStore();
  const track = createRawTrack({ codec: "pcm_s16le", sampleRate: 8_000, channels: 1 }, store);
  store.append(new Uint8Array(801));
  expect(track.samples).toBe(400);
  expect(track.arrived).toBeCloseTo(400.5 / 8_000, 9);
});

test("of a WAV file its samples count, and nothing before or behind them", async () => {
  const note = riffChunk("LIST", new Uint8Array(20));
  const file = wavFile(note, formatOf("pcm_s24le", 2, 48_000), riffChunk("data", new Uint8Array(600)), note);
  const store = createByteStore();
  const track = createTrack({ codec: "wav" }, store);
  const came: (readonly [number, number])[] = [];
  for (let at = 0; at < file.length; at += 50) {
    const piece = file.slice(at, at + 50);
    store.append(piece);
    track.note(piece);
    came.push([track.samples, track.arrived]);
  }
  const head = file.length - 600 - note.length;
  expect(head).toBe(72);
  expect(came.slice(0, 3)).toEqual([
    [0, 0],
    [4, 28 / 6 / 48_000],
    [13, 78 / 6 / 48_000],
  ]);
  expect(came.at(-1)).toEqual([100, 100 / 48_000]);
  expect(track.sampleRate).toBe(48_000);
  const entry = track.entry(90);
  expect(entry).toEqual({ byte: head + 540, sample: 90, head: file.slice(0, head) });
  expect(await track.read(entry.byte, 1_000)).toHaveLength(60);
});

test("a track says at once that a WAV file's sound isn't plain samples", () => {
  const store = createByteStore();
  const track = createTrack({ codec: "wav" }, store);
  const file = wavFile(formatChunk(0x11, 1, 4), riffChunk("data", new Uint8Array(8)));
  store.append(file);
  expect(() => track.note(file)).toThrow("plain samples");
});
