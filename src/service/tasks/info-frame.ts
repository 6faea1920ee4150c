import { type Mp3Bitrate, mp3SampleRate } from "../synthesis/formats.ts";

/** Samples that the encoder puts in front of the sound. */
const encoderDelay = 576;
/** Kilobits per second by the index in a frame's header, layer III. */
const mpeg1Bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] as const;
const mpeg2Bitrates = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160] as const;
/** Frame and byte counts, table of contents, quality; then the encoder's own part. */
const xingBytes = 120;
const lameBytes = 36;

/** What a finished MP3 stream is, for the frame that describes it. */
interface FinishedMp3 {
  readonly bitrate: Mp3Bitrate;
  /** The first four bytes of its first frame. */
  readonly header: Uint8Array;
  /** Bytes of the stream without the Info frame. */
  readonly bytes: number;
  /** Samples of the sound that was encoded, at the MP3's own rate. */
  readonly samples: number;
}

interface Layout {
  readonly samplesPerFrame: 576 | 1152;
  /** Bytes of a frame on average; single frames have one byte more or less. */
  readonly frameBytes: number;
  readonly bitrateIndex: number;
  readonly infoBytes: number;
  /** Where the tag begins: behind the header and the side information of a frame with one channel. */
  readonly tagOffset: number;
}

function layoutOf(bitrate: Mp3Bitrate): Layout {
  const sampleRate = mp3SampleRate(bitrate);
  const mpeg1 = sampleRate >= 32_000;
  const samplesPerFrame = mpeg1 ? 1152 : 576;
  const bytesAt = (kilobits: number): number => (samplesPerFrame / 8) * ((kilobits * 1000) / sampleRate);
  const tagOffset = 4 + (mpeg1 ? 17 : 9);
  const rates = mpeg1 ? mpeg1Bitrates : mpeg2Bitrates;
  const needed = tagOffset + xingBytes + lameBytes;
  // Frames of low bit rates are too short for the tag: the frame that holds it may claim a higher one.
  const bitrateIndex = rates.findIndex((rate) => rate >= bitrate && Math.floor(bytesAt(rate)) >= needed);
  return {
    samplesPerFrame,
    frameBytes: bytesAt(bitrate),
    bitrateIndex,
    infoBytes: Math.floor(bytesAt(rates[bitrateIndex] ?? 0)),
    tagOffset,
  };
}

/** How many bytes to keep free in front of a stream of a bit rate for its Info frame. */
export function infoFrameBytes(bitrate: Mp3Bitrate): number {
  return layoutOf(bitrate).infoBytes;
}

/**
 * The Info frame of a finished stream with a constant bit rate and one channel: a silent frame that tells decoders how
 * many frames follow and how many samples to cut at both ends, so that what they play is as long as what was spoken,
 * to the sample. It is a Xing header followed by the part that LAME adds to it.
 */
export function infoFrame({ bitrate, header, bytes, samples }: FinishedMp3): Uint8Array<ArrayBuffer> {
  const { samplesPerFrame, frameBytes, bitrateIndex, infoBytes, tagOffset } = layoutOf(bitrate);
  const frames = Math.round(bytes / frameBytes);
  const padding = Math.max(0, frames * samplesPerFrame - encoderDelay - samples);
  const total = bytes + infoBytes;
  const frame = new Uint8Array(infoBytes);
  const view = new DataView(frame.buffer);
  const [, versionAndLayer = 0, rates = 0, channels = 0] = header;
  // The same kind of frame as the others, but without a checksum of its own and without a padding byte.
  frame.set([0xff, versionAndLayer | 1, (bitrateIndex << 4) | (rates & 0x0c), channels]);
  frame.set(new TextEncoder().encode("Info"), tagOffset);
  view.setUint32(tagOffset + 4, 0b1111);
  view.setUint32(tagOffset + 8, frames);
  view.setUint32(tagOffset + 12, total);
  for (let percent = 0; percent < 100; percent++) frame[tagOffset + 16 + percent] = Math.floor((percent * 256) / 100);
  const lame = tagOffset + xingBytes;
  frame.set(new TextEncoder().encode("LAME3.100"), lame);
  frame[lame + 9] = 1; // constant bit rate
  frame[lame + 20] = Math.min(255, bitrate);
  frame[lame + 21] = encoderDelay >> 4;
  frame[lame + 22] = ((encoderDelay & 0x0f) << 4) | (padding >> 8);
  frame[lame + 23] = padding & 0xff;
  view.setUint32(lame + 28, total);
  view.setUint16(lame + 34, crc16(frame.subarray(0, lame + 34)));
  return frame;
}

/** The checksum of the tag: CRC-16 with the reversed polynomial 0xA001, beginning at 0. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
  }
  return crc;
}
