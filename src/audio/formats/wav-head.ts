import { joinBytes } from "../../contract/bytes.ts";
import { isPlayableChannels, isPlayableRate } from "../../contract/sample-bounds.ts";
import { layouts, type SampleFormat, sampleCodecs } from "./sample-layout.ts";

/** What stands in front of a WAV file's sound. */
export interface WavHead {
  readonly channels: number;
  /** Hertz. */
  readonly sampleRate: number;
  readonly bytesPerSecond: number;
  /** How its samples lie; absent where the sound isn't plain samples, or none that a browser takes. */
  readonly samples: SampleFormat | undefined;
  /** Where the sound begins, in bytes. */
  readonly start: number;
  /** Behind their last byte, as the file says it; infinite where it doesn't. */
  readonly end: number;
  /** The file's bytes before the sound. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What came is no WAV file, or one that says nothing of its sound. */
export class UnreadableWavError extends Error {
  override readonly name = "UnreadableWavError";
}

/** WAVE_FORMAT_EXTENSIBLE: the real number stands further back. */
const extensible = 0xfffe;
const riffLength = 12;
const chunkHeaderLength = 8;
/** So many bytes may stand before the sound: pictures and notes. */
const longestHead = 1 << 20;
/** Sizes from here on are what programs write that stream and don't know the size. */
const unknownSize = 0x7fff_0000;

/** Whether `size`, as a file says it of its sound, means all that comes: it is 0 or the largest that can be written. */
export function isUnknownSize(size: number): boolean {
  return size === 0 || size >= unknownSize;
}

/**
 * Reads the head of a WAV file that comes in pieces, cut anywhere. Chunks before the sound are passed over. The
 * function returns undefined until the sound is reached, and throws {@link UnreadableWavError} where it won't be.
 */
export function createWavHeadReader(): (bytes: Uint8Array) => WavHead | undefined {
  let head: WavHead | undefined;
  let there = new Uint8Array(0);
  return (bytes) => {
    if (head !== undefined) return head;
    there = joinBytes([there, bytes]);
    head = readHead(there);
    if (head === undefined && there.length > longestHead) throw new UnreadableWavError("The sound comes too late.");
    if (head !== undefined) there = new Uint8Array(0);
    return head;
  };
}

function readHead(bytes: Uint8Array<ArrayBuffer>): WavHead | undefined {
  if (bytes.length < riffLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const textAt = (offset: number) => String.fromCharCode(...bytes.subarray(offset, offset + 4));
  if (!/^(?:RIFF|RF64)$/.test(textAt(0)) || textAt(8) !== "WAVE") throw new UnreadableWavError("It is no WAV file.");
  let format: Omit<WavHead, "start" | "end" | "bytes"> | undefined;
  /** The size of the sound in a file of more than 4 GB, which says it before. */
  let largeSize: number | undefined;
  for (let offset = riffLength; offset + chunkHeaderLength <= bytes.length; ) {
    const id = textAt(offset);
    const size = view.getUint32(offset + 4, true);
    const start = offset + chunkHeaderLength;
    if (id === "data") {
      if (format === undefined) throw new UnreadableWavError("The sound comes before its format.");
      const length = largeSize ?? (isUnknownSize(size) ? Number.POSITIVE_INFINITY : size);
      return { ...format, start, end: start + length, bytes: bytes.slice(0, start) };
    }
    const next = start + size + (size % 2);
    if (next > bytes.length) return undefined;
    if (id === "fmt ") format = readFormat(view, start, size);
    if (id === "ds64" && size >= 16) largeSize = Number(view.getBigUint64(start + 8, true));
    offset = next;
  }
  return undefined;
}

function readFormat(view: DataView, start: number, size: number): Omit<WavHead, "start" | "end" | "bytes"> {
  if (size < 16) throw new UnreadableWavError("The format is too short.");
  const named = view.getUint16(start, true);
  const tag = named === extensible && size >= 26 ? view.getUint16(start + 24, true) : named;
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  const frameBytes = view.getUint16(start + 12, true);
  const bits = view.getUint16(start + 14, true);
  const codec = sampleCodecs.find((name) => layouts[name].wavTag === tag && layouts[name].bytes * 8 === bits);
  const inBounds = isPlayableChannels(channels) && isPlayableRate(sampleRate);
  const readable = codec !== undefined && inBounds && frameBytes === layouts[codec].bytes * channels;
  return {
    channels,
    sampleRate,
    bytesPerSecond: view.getUint32(start + 8, true),
    samples: readable ? { codec, channels, sampleRate } : undefined,
  };
}
