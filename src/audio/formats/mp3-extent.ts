import type { Mp3Frame } from "./mp3-frames.ts";
import { mp3DecoderDelay, readMp3InfoFrame } from "./mp3-info-frame.ts";

/**
 * Where the sound lies in what a stream's frames decode to, in samples per channel: what the first Info frame says is
 * cut off in front, and what the last one says behind. One in the middle, as in files that were put together, is
 * neither sound nor an end, and frames beyond those that were counted move the end.
 */
export interface Mp3Extent {
  readonly start: number;
  /** Behind the last sample; infinite while nothing says it. */
  readonly end: number;
  /** Whether there is more than the first Info frame counted. */
  readonly isJoined: boolean;
  /** Takes note of the next frame; returns whether it holds sound. */
  note(frame: Mp3Frame): boolean;
}

/** The extent at the start of a stream, or at any frame in it. */
export function createMp3Extent(): Mp3Extent {
  let start = 0;
  let end = Number.POSITIVE_INFINITY;
  let frames = 0;
  let counted = Number.POSITIVE_INFINITY;
  let isJoined = false;

  return {
    get isJoined() {
      return isJoined;
    },
    get start() {
      return start;
    },
    get end() {
      return end;
    },
    note(frame) {
      const info = readMp3InfoFrame(frame);
      if (info === undefined) {
        frames += 1;
        if (frames > counted) {
          end = Number.POSITIVE_INFINITY;
          isJoined = true;
        }
        return true;
      }
      const { delay, padding } = info;
      const isExact = delay + padding > 0;
      if (frames > 0) isJoined = true;
      else start = isExact ? delay + mp3DecoderDelay : 0;
      counted = info.frames === undefined ? Number.POSITIVE_INFINITY : frames + info.frames;
      end = isExact
        ? Math.max(start, counted * frame.header.samples - padding + mp3DecoderDelay)
        : Number.POSITIVE_INFINITY;
      return false;
    },
  };
}
