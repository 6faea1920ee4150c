import { joinBytes } from "../../contract/bytes.ts";
import { mp3TagLength } from "./mp3-tags.ts";

/** What the four bytes at the head of an MPEG layer III frame say (ISO/IEC 11172-3 section 2.4.1.3, 13818-3). */
export interface Mp3FrameHeader {
  /** 1, 2 or 2.5. */
  readonly version: 1 | 2 | 2.5;
  /** Kilobits per second. */
  readonly bitrate: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Samples per channel in the frame. */
  readonly samples: 576 | 1152;
  /** Bytes of the whole frame, header included. */
  readonly length: number;
}

/** One whole frame and its bytes. */
export interface Mp3Frame {
  /** Where it begins in the stream, in bytes. */
  readonly start: number;
  /** Bytes between it and the frame before that are no tag. */
  readonly stray: number;
  readonly header: Mp3FrameHeader;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The bytes of a frame's header. */
export const mp3HeaderLength = 4;

const bitrates = {
  1: [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;
const sampleRates: Readonly<Record<1 | 2 | 2.5, readonly number[]>> = {
  1: [44_100, 48_000, 32_000],
  2: [22_050, 24_000, 16_000],
  2.5: [11_025, 12_000, 8_000],
};
const versions = [2.5, undefined, 2, 1] as const;
const layerThree = 1;

/** The bytes behind the header that say how the sound is packed. */
export function sideInformationLength({ version, channels }: Mp3FrameHeader): number {
  if (version === 1) return channels === 1 ? 17 : 32;
  return channels === 1 ? 9 : 17;
}

/** The frame header at `offset`, or undefined when no layer III frame of a known length begins there. */
export function parseMp3FrameHeader(bytes: Uint8Array, offset: number): Mp3FrameHeader | undefined {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes.subarray(offset, offset + mp3HeaderLength);
  if (first !== 0xff || (second & 0xe0) !== 0xe0 || ((second >> 1) & 3) !== layerThree) return undefined;
  const version = versions[(second >> 3) & 3];
  if (version === undefined) return undefined;
  const bitrate = bitrates[version === 1 ? 1 : 2][(third >> 4) - 1];
  const sampleRate = sampleRates[version][(third >> 2) & 3];
  if (bitrate === undefined || sampleRate === undefined) return undefined;
  const samples = version === 1 ? 1152 : 576;
  const length = Math.floor(((samples / 8) * bitrate * 1000) / sampleRate) + ((third >> 1) & 1);
  return { version, bitrate, sampleRate, channels: fourth >> 6 === 3 ? 1 : 2, samples, length };
}

/** The header of a frame at 64 kbit/s for `sampleRate`, in hertz; four zeros where layer III doesn't have it. */
export function writeMp3FrameHeader(sampleRate: number, channels: number): Uint8Array<ArrayBuffer> {
  const [version, rate] = ([1, 2, 2.5] as const)
    .map((each) => [each, sampleRates[each].indexOf(sampleRate)] as const)
    .find(([, index]) => index >= 0) ?? [1, -1];
  if (rate < 0) return new Uint8Array(mp3HeaderLength);
  const known: readonly number[] = bitrates[version === 1 ? 1 : 2];
  const bitrate = known.indexOf(64) + 1;
  const mono = channels === 1 ? 0xc0 : 0;
  return Uint8Array.of(0xff, 0xe3 | (versions.indexOf(version) << 3), (bitrate << 4) | (rate << 2), mono);
}

/**
 * Cuts a stream of bytes into whole MP3 frames, from its start on. A frame or a tag is trusted where one is due: at the
 * start, behind a tag, behind another frame, since files that are put together keep theirs. After damage a header
 * counts only when another header of its kind stands at the frame's end, since two bytes that look like a header are
 * common inside audio.
 */
export function createMp3FrameSplitter() {
  let pending = new Uint8Array(0);
  let skippedBytes = 0;
  let tagBytes = 0;
  /** What is no tag of what was passed over in front of the last frame. */
  let stray = 0;
  /** Where `pending` begins in the stream. */
  let position = 0;
  let toSkip = 0;
  let inStep = true;

  return {
    /** Bytes passed over because they belong to no frame: tags and damage. */
    get skippedBytes() {
      return skippedBytes;
    },
    /** Those of them that are tags. */
    get tagBytes() {
      return tagBytes;
    },
    /** Bytes that came behind the last whole frame. */
    get pendingBytes() {
      return pending.length;
    },
    /** Takes the next bytes, cut anywhere, and returns the frames that are whole now. */
    push(bytes: Uint8Array): Mp3Frame[] {
      const data = pending.length === 0 ? bytes : joinBytes([pending, bytes]);
      const frames: Mp3Frame[] = [];
      let offset = 0;
      while (offset < data.length) {
        if (toSkip > 0) {
          const skipped = Math.min(toSkip, data.length - offset);
          toSkip -= skipped;
          skippedBytes += skipped;
          tagBytes += skipped;
          offset += skipped;
          continue;
        }
        const tag = inStep ? mp3TagLength(data.subarray(offset)) : 0;
        if (tag === undefined) break;
        if (tag > 0) {
          toSkip = tag;
          continue;
        }
        if (data.length - offset < mp3HeaderLength) break;
        const header = parseMp3FrameHeader(data, offset);
        if (header === undefined) {
          inStep = false;
          skippedBytes += 1;
          offset += 1;
          continue;
        }
        const end = offset + header.length;
        if (end + (inStep ? 0 : mp3HeaderLength) > data.length) break;
        if (!inStep && !sameKind(header, parseMp3FrameHeader(data, end))) {
          skippedBytes += 1;
          offset += 1;
          continue;
        }
        inStep = true;
        frames.push({
          start: position + offset,
          stray: skippedBytes - tagBytes - stray,
          header,
          bytes: data.slice(offset, end),
        });
        stray = skippedBytes - tagBytes;
        offset = end;
      }
      pending = data.slice(offset);
      position += offset;
      return frames;
    },
  };
}

function sameKind(header: Mp3FrameHeader, next: Mp3FrameHeader | undefined): boolean {
  return next !== undefined && next.version === header.version && next.sampleRate === header.sampleRate;
}
