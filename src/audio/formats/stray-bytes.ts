import { type AudioFormat, bytesPerSampleOf, isRaw } from "../base/format.ts";
import { createMp3FrameSplitter, type Mp3Frame } from "./mp3-frames.ts";
import { readMp3InfoFrame } from "./mp3-info-frame.ts";
import { isUnknownSize } from "./wav-head.ts";

/**
 * How many bytes of a whole sound are no sound of its format, or are missing: behind or between MP3's frames, behind a
 * WAV's chunks, half a sample, a JSON text at the end; and what the sound's own head counts more or less than there is.
 * Tags aren't counted. 0 for a sound as it should be, and for formats that aren't known.
 */
export function strayBytes(bytes: Uint8Array<ArrayBuffer>, format: AudioFormat): number {
  // A tag at its end may hold such a text.
  if (format.codec === "mp3") return strayInMp3(bytes);
  const text = jsonAtEnd(bytes);
  if (text > 0) return text;
  if (format.codec === "wav") return strayInWav(bytes);
  return isRaw(format) ? bytes.length % (bytesPerSampleOf(format) * format.channels) : 0;
}

/** How far from the end a JSON text is looked for, in bytes. */
const mostText = 4_096;

function jsonAtEnd(bytes: Uint8Array): number {
  const end = new TextDecoder("latin1").decode(bytes.subarray(-mostText)).trimEnd();
  if (!end.endsWith("}")) return 0;
  for (let at = end.indexOf("{"); at >= 0; at = end.indexOf("{", at + 1)) {
    try {
      if (Object.keys(JSON.parse(end.slice(at))).length > 0) return end.length - at;
    } catch {
      // It begins further on, or is none.
    }
  }
  return 0;
}

function strayInMp3(bytes: Uint8Array<ArrayBuffer>): number {
  const splitter = createMp3FrameSplitter();
  const frames = splitter.push(bytes);
  const [first] = frames;
  if (first === undefined) return bytes.length;
  const stray = splitter.skippedBytes - splitter.tagBytes - first.stray;
  return stray + splitter.pendingBytes + uncounted(frames, first);
}

/** What an Info frame in front counts otherwise than it is, in bytes of frames. */
function uncounted(frames: readonly Mp3Frame[], first: Mp3Frame): number {
  const counted = readMp3InfoFrame(first)?.frames;
  return counted === undefined ? 0 : Math.abs(frames.length - 1 - counted) * first.bytes.length;
}

const [riffLength, chunkHeaderLength] = [12, 8];

function strayInWav(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let offset = riffLength;
  while (offset + chunkHeaderLength <= view.byteLength) {
    const id = new TextDecoder("latin1").decode(bytes.subarray(offset, offset + 4));
    // Another name stands where chunks have ended.
    if (!/^[\x20-\x7e]{4}$/.test(id) || id === "RIFF") return view.byteLength - offset;
    const size = view.getUint32(offset + 4, true);
    // A streaming program doesn't know the length yet.
    if (id === "data" && isUnknownSize(size)) return 0;
    offset += chunkHeaderLength + size + (size % 2);
  }
  return Math.abs(view.byteLength - offset) <= 1 ? 0 : Math.abs(view.byteLength - offset);
}
