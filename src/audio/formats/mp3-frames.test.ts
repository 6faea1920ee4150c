import { beforeAll, describe, expect, test } from "vitest";
import type { AudioBytes } from "../base/source.ts";
import { cut, toneMp3 } from "../players/tone.fixture.ts";
import { mp3Tags } from "./mp3-frames.fixture.ts";
import { createMp3FrameSplitter, type Mp3Frame, parseMp3FrameHeader } from "./mp3-frames.ts";

let tone: AudioBytes;

beforeAll(async () => {
  tone = await toneMp3({ seconds: 0.3 });
});

function split(...pieces: readonly Uint8Array[]): { frames: Mp3Frame[]; skippedBytes: number } {
  const splitter = createMp3FrameSplitter();
  const frames = pieces.flatMap((piece) => splitter.push(piece));
  return { frames, skippedBytes: splitter.skippedBytes };
}

/** The same frames behind so many bytes that belong to none. */
const later = (frames: readonly Mp3Frame[], bytes: number) =>
  frames.map((frame) => ({ ...frame, start: frame.start + bytes }));

function join(...pieces: readonly Uint8Array[]): AudioBytes {
  return new Uint8Array(pieces.flatMap((piece) => [...piece]));
}

describe("header", () => {
  test.each([
    ["MPEG-1 at 192 kbit/s, 44,100 Hz, mono", [0xff, 0xfb, 0xb0, 0xc0], 1, 192, 44_100, 1, 1152, 626],
    ["MPEG-1 at 192 kbit/s with padding, stereo", [0xff, 0xfb, 0xb2, 0x40], 1, 192, 44_100, 2, 1152, 627],
    ["MPEG-2 at 64 kbit/s, 22,050 Hz", [0xff, 0xf3, 0x80, 0xc0], 2, 64, 22_050, 1, 576, 208],
    ["MPEG-2 at 16 kbit/s, 16,000 Hz", [0xff, 0xf3, 0x28, 0xc0], 2, 16, 16_000, 1, 576, 72],
    ["MPEG-2.5 at 8 kbit/s, 8,000 Hz", [0xff, 0xe3, 0x18, 0xc0], 2.5, 8, 8_000, 1, 576, 72],
  ] as const)("%s", (_, bytes, version, bitrate, sampleRate, channels, samples, length) => {
    const header = parseMp3FrameHeader(Uint8Array.from(bytes), 0);
    expect(header).toEqual({ version, bitrate, sampleRate, channels, samples, length });
  });

  test.each([
    ["nothing", []],
    ["three bytes", [0xff, 0xfb]],
    ["no sync", [0xff, 0x1b, 0x90, 0x00]],
    ["reserved version", [0xff, 0xeb, 0x90, 0x00]],
    ["layer II", [0xff, 0xfd, 0x90, 0x00]],
    ["free bitrate", [0xff, 0xfb, 0x00, 0x00]],
    ["forbidden bitrate", [0xff, 0xfb, 0xf0, 0x00]],
    ["reserved sample rate", [0xff, 0xfb, 0x9c, 0x00]],
  ] as const)("%s is none", (_, bytes) => {
    expect(parseMp3FrameHeader(Uint8Array.from(bytes), 0)).toBeUndefined();
  });
});

describe("splitter", () => {
  test("the frames of a file are the file", () => {
    const { frames, skippedBytes } = split(tone);
    expect(skippedBytes).toBe(0);
    expect(join(...frames.map((frame) => frame.bytes))).toEqual(tone);
    expect(new Set(frames.map(({ header }) => header.bitrate))).toEqual(new Set([64]));
  });

  test("every place to cut a file gives the same frames", () => {
    const print = (...pieces: readonly Uint8Array[]): string =>
      split(...pieces)
        .frames.map(({ header, bytes }) => `${header.length} ${Buffer.from(bytes).toString("hex")}`)
        .join("\n");
    const whole = print(tone);
    for (let at = 0; at <= tone.length; at += 1) {
      if (print(tone.slice(0, at), tone.slice(at)) !== whole) expect.fail(`other frames when cut at ${at}`);
    }
    expect(print(...cut(tone, 1))).toBe(whole);
  });

  test.each(mp3Tags)("the tag %s is passed over, also in single bytes, and with bytes inside like frames", (_, tag) => {
    const { frames, skippedBytes } = split(...cut(join(tag, tone), 1));
    expect(skippedBytes).toBe(tag.length);
    expect(frames).toEqual(later(split(tone).frames, tag.length));
  });

  test("lyrics without an end hold the sound up for a while at most", () => {
    const begin = new TextEncoder().encode("LYRICSBEGIN");
    const many = Math.ceil(300_000 / tone.length);
    const { frames } = split(...cut(join(begin, ...Array<AudioBytes>(many).fill(tone)), 10_000));
    expect(frames).toHaveLength(many * split(tone).frames.length);
  });

  test("after damage it falls into step again", () => {
    const whole = split(tone).frames;
    const [first] = whole;
    const length = first?.header.length ?? 0;
    const damage = Uint8Array.from([0xff, 0xfb, 0x90, 0x00, 1, 2, 3]);
    const damaged = join(tone.slice(0, length), damage, tone.slice(length));
    const { frames } = split(damaged);
    expect(frames.slice(-3)).toEqual(later(whole.slice(-3), damage.length));
    expect(frames.length).toBeGreaterThanOrEqual(whole.length - 4);
  });

  test("a frame that is not whole yet is not given out", () => {
    const { frames } = split(tone.slice(0, -1));
    expect(frames).toHaveLength(split(tone).frames.length - 1);
  });
});
