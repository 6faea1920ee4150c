import { type AudioFormat, isRaw } from "../base/format.ts";
import type { AudioFacts, JoinedMp3 } from "./audio-facts.ts";
import { mp3HeaderLength, parseMp3FrameHeader, sideInformationLength, writeMp3FrameHeader } from "./mp3-frames.ts";
import { mp3DecoderDelay } from "./mp3-info-frame.ts";
import { wavFileOf } from "./wav.ts";

/** What a kept sound is: its bytes, and what is known of them. */
export interface KeptSound {
  readonly format: AudioFormat;
  readonly facts?: AudioFacts | undefined;
  readonly blob: Blob;
}

/**
 * A sound as a file that any player opens, and plays to its end: samples without a header get one, a WAV file that
 * doesn't tell its length gets one that does, MP3 files that were put together become one, all else is as it came.
 */
export function playableFileOf({ format, facts, blob }: KeptSound): Blob {
  if (isRaw(format)) return wavFileOf(format, blob);
  const { joined, unsized, sampleRate, channels } = facts ?? {};
  if (facts !== undefined && joined !== undefined) return joinedMp3File(blob, facts, joined);
  if (unsized === undefined || sampleRate === undefined || channels === undefined) return blob;
  return wavFileOf({ codec: unsized.codec, sampleRate, channels }, blob.slice(unsized.start));
}

/**
 * The same sound as one file, with one Info frame that counts all of it. `file` is as it came; what isn't sound in it
 * goes where it was put together of several, each with tags of its own.
 */
function joinedMp3File(file: Blob, { sampleRate, channels, constantBitrate }: AudioFacts, joined: JoinedMp3): Blob {
  const pieces = joined.runs.map(([start, length]) => file.slice(start, start + length));
  const bytes = pieces.reduce((sum, { size }) => sum + size, 0);
  const info = infoFrame(sampleRate ?? 0, channels ?? 1, constantBitrate === true ? "Info" : "Xing", bytes, joined);
  const { type } = file;
  if (joined.tags === undefined) return new Blob([info, ...pieces], { type });
  const [start, length] = joined.runs.at(-1) ?? [0, 0];
  return new Blob([file.slice(0, joined.tags), info, ...pieces, file.slice(start + length)], { type });
}

/**
 * An Info frame with the number of frames and bytes behind it, the places of a hundred of them, and what LAME tells of
 * delay and padding.
 */
function infoFrame(
  sampleRate: number,
  channels: number,
  name: "Info" | "Xing",
  bytes: number,
  { frames, cut: [front, behind], places }: JoinedMp3,
): Uint8Array<ArrayBuffer> {
  const head = writeMp3FrameHeader(sampleRate, channels);
  const header = parseMp3FrameHeader(head, 0);
  if (header === undefined) return new Uint8Array();
  const frame = new Uint8Array(header.length);
  const view = new DataView(frame.buffer);
  frame.set(head);
  const start = mp3HeaderLength + sideInformationLength(header);
  const text = (at: number, letters: string) => frame.set(new TextEncoder().encode(letters), at);
  const all = bytes + frame.length;
  text(start, name);
  view.setUint32(start + 4, places === undefined ? 3 : 7);
  view.setUint32(start + 8, frames);
  view.setUint32(start + 12, all);
  // In parts of 256.
  const table = (places ?? []).map((at) => Math.min(255, Math.floor(((at + frame.length) * 256) / all)));
  frame.set(table, start + 16);
  const delay = Math.max(0, front - mp3DecoderDelay);
  const padding = behind === 0 ? 0 : behind + mp3DecoderDelay;
  // Who finds this name cuts off a decoder's delay in any case.
  if (delay + padding === 0) return frame;
  const lame = start + 16 + table.length;
  text(lame, "LAME3.100");
  frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], lame + 21);
  return frame;
}
