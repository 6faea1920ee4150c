import { describe, expect, it } from "vitest";
import { joinBytes } from "../../../contract/bytes.ts";
import { wavHeader } from "../../formats/wav.ts";
import { cut } from "../../players/tone.fixture.ts";
import type { LayoutReader } from "./sample-layout.ts";
import { createWavReader, UnreadableWavError } from "./wav-reader.ts";

/** A chunk of a RIFF file, filled up to an even length. */
function chunk(id: string, bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(8 + bytes.length + (bytes.length % 2));
  whole.set(Uint8Array.from(id, (letter) => letter.charCodeAt(0)));
  new DataView(whole.buffer).setUint32(4, bytes.length, true);
  whole.set(bytes, 8);
  return whole;
}

function format(tag: number, channels: number, bits: number, more: readonly number[] = []): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(16 + more.length);
  const view = new DataView(bytes.buffer);
  view.setUint16(0, tag, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, 8_000, true);
  view.setUint16(14, bits, true);
  bytes.set(more, 16);
  return chunk("fmt ", bytes);
}

const riff = joinBytes([chunk("RIFF", new Uint8Array(0)), Uint8Array.of(0x57, 0x41, 0x56, 0x45)]);

/** All samples of the first channel. */
function readAll(reader: LayoutReader, pieces: readonly Uint8Array[]): number[] {
  return pieces.flatMap((piece) => [...(reader(piece)?.channels[0] ?? [])]);
}

describe("the WAV reader", () => {
  const samples = Int16Array.of(0, 0x4000, -0x8000, 0x2000);
  const file = joinBytes([
    wavHeader({ codec: "pcm_s16le", sampleRate: 8_000, channels: 1 }, samples.byteLength),
    new Uint8Array(samples.buffer),
  ]);

  it.each([1, 2, 3, 7, 45, 1_000])("reads a file in pieces of %i bytes", (size) => {
    expect(readAll(createWavReader(), cut(file, size))).toEqual([0, 0.5, -1, 0.25]);
  });

  it("reads each channel", () => {
    const reader = createWavReader();
    expect(reader(joinBytes([riff, format(1, 2, 16), chunk("data", new Uint8Array(samples.buffer))]))).toEqual({
      sampleRate: 8_000,
      channels: [Float32Array.of(0, -1), Float32Array.of(0.5, 0.25)],
    });
  });

  const guid = [22, 0, 0, 0, 0, 0, 0, 0, 1, 0];
  it.each([
    ["8 bits", format(1, 1, 8), Uint8Array.of(0x80, 0xc0, 0x00), [0, 0.5, -1]],
    ["24 bits", format(1, 1, 24), Uint8Array.of(0, 0, 0x40, 0, 0, 0x80), [0.5, -1]],
    ["32 bits", format(1, 1, 32), new Uint8Array(Int32Array.of(0x40000000).buffer), [0.5]],
    ["floating point", format(3, 1, 32), new Uint8Array(Float32Array.of(0.5, -0.25).buffer), [0.5, -0.25]],
    ["mu-law", format(7, 1, 8), Uint8Array.of(0xff, 0x80), [0, 32_124 / 0x8000]],
    ["an extensible format", format(0xfffe, 1, 16, guid), Uint8Array.of(0, 0x40), [0.5]],
  ])("reads %s", (_, head, data, expected) => {
    expect(readAll(createWavReader(), [joinBytes([riff, head, chunk("data", data)])])).toEqual(expected);
  });

  it("passes over other chunks, before the samples and behind", () => {
    const note = chunk("LIST", Uint8Array.of(1, 2, 3));
    const data = chunk("data", Uint8Array.of(0, 0x40));
    const bytes = joinBytes([riff, note, format(1, 1, 16), note, data, note]);
    for (const size of [1, 5, 500]) expect(readAll(createWavReader(), cut(bytes, size))).toEqual([0.5]);
  });

  it("reads on where a program that streams wrote no size", () => {
    const data = joinBytes([chunk("data", new Uint8Array(0)), Uint8Array.of(0, 0x40, 0, 0x20)]);
    expect(readAll(createWavReader(), [joinBytes([riff, format(1, 1, 16), data])])).toEqual([0.5, 0.25]);
  });

  it("says so when it can't", () => {
    const strange = joinBytes([riff, format(0x55, 1, 0), chunk("data", Uint8Array.of(1, 2))]);
    expect(() => createWavReader()(strange)).toThrow(UnreadableWavError);
    const unnamed = joinBytes([riff, chunk("data", Uint8Array.of(1, 2))]);
    expect(() => createWavReader()(unnamed)).toThrow(UnreadableWavError);
  });
});
