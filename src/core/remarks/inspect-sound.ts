import { type AudioFormat, bytesPerSampleOf, isRaw } from "../../audio/base/format.ts";
import { createMp3Extent } from "../../audio/formats/mp3-extent.ts";
import { createMp3FrameSplitter, mp3HeaderLength, parseMp3FrameHeader } from "../../audio/formats/mp3-frames.ts";
import { readMp3InfoFrame } from "../../audio/formats/mp3-info-frame.ts";
import { isUnknownSize } from "../../audio/formats/wav-head.ts";

/** What in a sound's bytes isn't as it should be, in bytes; 0 or absent where all is well. */
export interface SoundInspection {
  /** Announced, or begun, and not there. */
  readonly missing?: number;
  /** Behind the sound's end. */
  readonly behind?: number;
  /** In the middle of it. */
  readonly stray?: number;
  /** A part of a sample at the end. */
  readonly half?: number;
  /** Files that were put together. */
  readonly parts?: number;
}

/** So much is read at once, in bytes. */
const piece = 1 << 20;

/** Looks through a sound as it came. */
export async function inspectSound(sound: Blob, format: AudioFormat): Promise<SoundInspection> {
  if (isRaw(format)) return { half: sound.size % (format.channels * bytesPerSampleOf(format)) };
  if (format.codec === "mp3") return inspectMp3(sound);
  return format.codec === "wav" ? inspectWav(sound) : {};
}

async function inspectMp3(sound: Blob): Promise<SoundInspection> {
  const splitter = createMp3FrameSplitter();
  const extent = createMp3Extent();
  let parts = 0;
  let frames = 0;
  /** Frames that have to be there by what the last Info frame says, and those that weren't where another began. */
  let counted = 0;
  let lost = 0;
  let frameBytes = 0;
  let end = 0;
  let stray = 0;
  for (let at = 0; at < sound.size; at += piece) {
    for (const frame of splitter.push(new Uint8Array(await sound.slice(at, at + piece).arrayBuffer()))) {
      stray += frame.stray;
      end = frame.start + frame.bytes.length;
      if (extent.note(frame)) {
        frames += 1;
        frameBytes += frame.bytes.length;
      } else {
        parts += 1;
        lost += Math.max(0, counted - frames);
        counted = frames + (readMp3InfoFrame(frame)?.frames ?? 0);
      }
    }
  }
  if (frames === 0) return {};
  const rest = splitter.skippedBytes - splitter.tagBytes - stray + splitter.pendingBytes;
  const next = sound.slice(end, end + mp3HeaderLength);
  const header = rest > 0 ? parseMp3FrameHeader(new Uint8Array(await next.arrayBuffer()), 0) : undefined;
  const begun = Math.max(0, (header?.length ?? 0) - (sound.size - end));
  // As the frames that came, so those that didn't: of a variable bitrate only about.
  lost += Math.max(0, counted - frames - (begun > 0 ? 1 : 0));
  const missing = begun + Math.round((lost * frameBytes) / frames);
  return { stray, missing, behind: begun > 0 ? 0 : rest, parts: extent.isJoined ? Math.max(2, parts) : 1 };
}

const [riffHead, chunkHead] = [12, 8];
/** "RIFF", as a number. */
const riffName = 0x5249_4646;
/** How far into a file the samples' chunk is looked for. */
const looked = 64 * 1024;

/** Sizes that programs write which don't know the end announce nothing. */
async function inspectWav(sound: Blob): Promise<SoundInspection> {
  const view = new DataView(await sound.slice(0, looked).arrayBuffer());
  if (view.byteLength < riffHead) return {};
  const riffSize = view.getUint32(4, true);
  for (let at = riffHead; at + chunkHead <= view.byteLength; ) {
    const name = String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
    const size = view.getUint32(at + 4, true);
    const start = at + chunkHead;
    const end = start + size + (size % 2);
    if (name !== "data") {
      at = end;
      continue;
    }
    if (isUnknownSize(size)) return {};
    // What the file counts as its own may stand behind the samples: further chunks.
    const last = isUnknownSize(riffSize) ? end : Math.max(riffSize + chunkHead, end);
    return { missing: Math.max(0, start + size - sound.size), behind: Math.max(0, sound.size - last) };
  }
  // Cut within its head: what the whole file counts is all that is told.
  const isRiff = view.getUint32(0) === riffName;
  return isRiff && !isUnknownSize(riffSize) ? { missing: Math.max(0, riffSize + chunkHead - sound.size) } : {};
}
