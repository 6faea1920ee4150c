import type { Recording } from "./recording.ts";
import { ReferenceUnusableError } from "./unusable.ts";

/** Sample formats of WAV's `fmt ` chunk. */
const integerFormat = 1;
const floatFormat = 3;
/** The real format stands in the first two bytes of the extension's GUID. */
const extensibleFormat = 0xfffe;

interface WavFormat {
  readonly channels: number;
  readonly sampleRate: number;
  /** Bytes from one moment to the next, all channels together. */
  readonly blockSize: number;
  readonly read: (view: DataView, offset: number) => number;
}

export function isWav(bytes: Uint8Array): boolean {
  return bytes.length >= 12 && textAt(bytes, 0) === "RIFF" && textAt(bytes, 8) === "WAVE";
}

/**
 * Decodes a WAV file of 8, 16, 24 or 32 bits or floats, with any number of channels, which are averaged. Lengths in the
 * file are believed only as far as there are bytes: a stream's header says 0xFFFFFFFF, or 0.
 *
 * @throws ReferenceUnusableError when it holds no samples in one of these formats.
 */
export function decodeWav(bytes: Uint8Array, seconds: number): Recording {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: WavFormat | undefined;
  for (let offset = 12; offset + 8 <= bytes.length; ) {
    const name = textAt(bytes, offset);
    const start = offset + 8;
    const declared = view.getUint32(offset + 4, true);
    const available = bytes.length - start;
    if (name === "fmt ") format = readFormat(view, start, Math.min(declared, available));
    if (name === "data" && format !== undefined) {
      const length = declared === 0 ? available : Math.min(declared, available);
      return readSamples(view, start, length, format, seconds);
    }
    offset = start + declared + (declared % 2);
  }
  throw new ReferenceUnusableError("not_audio");
}

function readFormat(view: DataView, start: number, length: number): WavFormat {
  if (length < 16) throw new ReferenceUnusableError("not_audio");
  const code = view.getUint16(start, true);
  const kind = code === extensibleFormat && length >= 26 ? view.getUint16(start + 24, true) : code;
  const channels = view.getUint16(start + 2, true);
  const sampleRate = view.getUint32(start + 4, true);
  const bits = view.getUint16(start + 14, true);
  const read = sampleReaders.get(`${kind}/${bits}`);
  const plausible = channels >= 1 && channels <= 32 && sampleRate >= 4_000 && sampleRate <= 192_000;
  if (read === undefined || !plausible) throw new ReferenceUnusableError("not_audio");
  return { channels, sampleRate, blockSize: (channels * bits) / 8, read };
}

const sampleReaders: ReadonlyMap<string, WavFormat["read"]> = new Map([
  [`${integerFormat}/8`, (view, offset) => view.getUint8(offset) / 128 - 1],
  [`${integerFormat}/16`, (view, offset) => view.getInt16(offset, true) / 2 ** 15],
  [
    `${integerFormat}/24`,
    (view, offset) => (view.getInt8(offset + 2) * 2 ** 16 + view.getUint16(offset, true)) / 2 ** 23,
  ],
  [`${integerFormat}/32`, (view, offset) => view.getInt32(offset, true) / 2 ** 31],
  [`${floatFormat}/32`, (view, offset) => finite(view.getFloat32(offset, true))],
  [`${floatFormat}/64`, (view, offset) => finite(view.getFloat64(offset, true))],
]);

function readSamples(view: DataView, start: number, length: number, format: WavFormat, seconds: number): Recording {
  const { channels, sampleRate, blockSize, read } = format;
  const count = Math.min(Math.floor(length / blockSize), Math.floor(sampleRate * seconds));
  const samples = new Float32Array(count);
  const size = blockSize / channels;
  for (let index = 0; index < count; index++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++) sum += read(view, start + index * blockSize + channel * size);
    samples[index] = sum / channels;
  }
  return { sampleRate, samples };
}

/** Floats of a broken file may be anything; speech is never far outside −1 to 1. */
function finite(value: number): number {
  return Number.isFinite(value) ? Math.max(-4, Math.min(4, value)) : 0;
}

function textAt(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
