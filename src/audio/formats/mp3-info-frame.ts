import { type Mp3Frame, mp3HeaderLength, sideInformationLength } from "./mp3-frames.ts";

/** What the frame says that encoders put in front of a finished file. Counts are samples per channel. */
interface Mp3Info {
  /** Samples that the encoder put in front. */
  readonly delay: number;
  /** Samples that the encoder put behind. */
  readonly padding: number;
  /** Frames of sound behind this one; absent when it is not said. */
  readonly frames: number | undefined;
  /** Whether it tells where each hundredth of the sound begins, in a way that every browser understands. */
  readonly hasPlaces: boolean;
}

/** Samples by which every layer III decoder is late, beside what the encoder added. */
export const mp3DecoderDelay = 529;

/** Where a VBRI frame names itself, whatever its kind, and where it counts the frames behind it, in bytes. */
const [vbriOffset, vbriFrames] = [mp3HeaderLength + 32, 14];

/**
 * Reads a Xing, Info or VBRI frame. It holds no sound, but says what the encoder added to the sound. Undefined when the
 * frame is an ordinary one.
 */
export function readMp3InfoFrame({ header, bytes }: Pick<Mp3Frame, "header" | "bytes">): Mp3Info | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const wordAt = (offset: number): number | undefined =>
    offset + 4 <= bytes.length ? view.getUint32(offset) : undefined;
  const nameAt = (offset: number): string => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (nameAt(vbriOffset) === "VBRI") {
    return { delay: 0, padding: 0, frames: wordAt(vbriOffset + vbriFrames) || undefined, hasPlaces: false };
  }
  // A frame with a checksum has it between its header and what follows.
  const start = mp3HeaderLength + ((bytes[1] ?? 0) & 1 ? 0 : 2) + sideInformationLength(header);
  if (!/^(?:Xing|Info)$/.test(nameAt(start))) return undefined;
  const flags = wordAt(start + 4) ?? 0;
  const has = (bit: number): boolean => (flags & bit) !== 0;
  const frames = has(1) ? wordAt(start + 8) || undefined : undefined;
  const hasPlaces = has(4) && frames !== undefined;
  const tables = (has(1) ? 4 : 0) + (has(2) ? 4 : 0) + (has(4) ? 100 : 0) + (has(8) ? 4 : 0);
  const delays = start + 8 + tables + 21;
  if (bytes.length < delays + 3) return { delay: 0, padding: 0, frames, hasPlaces };
  const packed = (view.getUint16(delays) << 8) | view.getUint8(delays + 2);
  return { delay: packed >> 12, padding: packed & 0xfff, frames, hasPlaces };
}
