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

/** The same sound as one file, with one Info frame that counts all of it. `file` is as it came. */
function joinedMp3File(file: Blob, { sampleRate, channels, constantBitrate }: AudioFacts, joined: JoinedMp3): Blob {
  const pieces = joined.runs.map(([start, length]) => file.slice(start, start + length));
  const bytes = pieces.reduce((sum, { size }) => sum + size, 0);
  const info = infoFrame(sampleRate ?? 0, channels ?? 1, constantBitrate === true ? "Info" : "Xing", bytes, joined);
  return new Blob([info, ...pieces], { type: file.type });
}

/** An Info frame with the number of frames and bytes behind it, and with what LAME tells of delay and padding. */
function infoFrame(
  sampleRate: number,
  channels: number,
  name: "Info" | "Xing",
  bytes: number,
  { frames, cut: [front, behind] }: JoinedMp3,
): Uint8Array<ArrayBuffer> {
  const head = writeMp3FrameHeader(sampleRate, channels);
  const header = parseMp3FrameHeader(head, 0);
  if (header === undefined) return new Uint8Array();
  const frame = new Uint8Array(header.length);
  const view = new DataView(frame.buffer);
  frame.set(head);
  const start = mp3HeaderLength + sideInformationLength(header);
  const text = (at: number, letters: string) => frame.set(new TextEncoder().encode(letters), at);
  text(start, name);
  view.setUint32(start + 4, 3);
  view.setUint32(start + 8, frames);
  view.setUint32(start + 12, bytes + frame.length);
  text(start + 16, "LAME3.100");
  const delay = Math.max(0, front - mp3DecoderDelay);
  const padding = behind === 0 ? 0 : behind + mp3DecoderDelay;
  frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], start + 16 + 21);
  return frame;
}
