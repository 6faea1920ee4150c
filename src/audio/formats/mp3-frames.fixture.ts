import { joinBytes } from "../../contract/bytes.ts";
import { createMp3FrameSplitter, type Mp3FrameHeader } from "./mp3-frames.ts";

/** The headers of every frame of an MP3 stream. Throws when anything in it belongs to no whole frame. */
export function mp3FrameHeaders(bytes: Uint8Array): readonly Mp3FrameHeader[] {
  const frames = createMp3FrameSplitter().push(bytes);
  const inFrames = frames.reduce((sum, frame) => sum + frame.bytes.length, 0);
  if (inFrames !== bytes.length)
    throw new Error(`${bytes.length - inFrames} of ${bytes.length} bytes are in no frame.`);
  return frames.map(({ header }) => header);
}

const encode = (text: string) => new TextEncoder().encode(text);
const apeEdge = (flags: number) => {
  const edge = joinBytes([encode("APETAGEX"), new Uint8Array(24)]);
  const view = new DataView(edge.buffer);
  for (const [at, value] of [
    [8, 2_000],
    [12, 45 + 32],
    [16, 1],
    [20, flags],
  ] as const)
    view.setUint32(at, value, true);
  return edge;
};

/** Tags that players pass over, each with bytes in it that look like a frame. */
export const mp3Tags: readonly (readonly [name: string, tag: Uint8Array])[] = [
  ["ID3v2", Uint8Array.from([...encode("ID3"), 4, 0, 0, 0, 0, 1, 2, ...Array<number>(130).fill(0xff)])],
  [
    "ID3v2 with a footer",
    Uint8Array.from([...encode("ID3"), 4, 0, 0x10, 0, 0, 0, 6, ...encode('{"a":13DI'), 4, 0, 0x10, 0, 0, 0, 6]),
  ],
  ["ID3v2 that ends in JSON", Uint8Array.from([...encode("ID3"), 4, 0, 0, 0, 0, 0, 7, ...encode('{"a":1}')])],
  ["ID3v1", joinBytes([encode("TAG"), new Uint8Array(125).fill(0xff)])],
  ["enhanced ID3v1", joinBytes([encode("TAG+"), new Uint8Array(223).fill(0xff), encode("TAG"), new Uint8Array(125)])],
  ["APEv2", joinBytes([apeEdge(0xa000_0000), new Uint8Array(45).fill(0xff), apeEdge(0x8000_0000)])],
  ["Lyrics3", joinBytes([encode("LYRICSBEGIN"), new Uint8Array(99).fill(0xff), encode("LYRICSEND")])],
  ["Lyrics3v2", joinBytes([encode("LYRICSBEGININD0000200LYR00004ABCD"), encode("000037LYRICS200")])],
];
