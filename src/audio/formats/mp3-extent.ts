import type { Mp3Frame } from "./mp3-frames.ts";
import { mp3DecoderDelay, readMp3InfoFrame } from "./mp3-info-frame.ts";

/**
 * Where the sound lies in what a stream's frames decode to, in samples per channel: what the first Info frame says is
 * cut off in front, and what the last one says behind. One in the middle, as in files that were put together, is
 * neither sound nor an end, and frames beyond those that were counted move the end.
 *
 * It begins at the start of a stream, or at any frame in it.
 */
export function createMp3Extent() {
  let start = 0;
  let end = Number.POSITIVE_INFINITY;
  let frames = 0;
  let counted = Number.POSITIVE_INFINITY;
  let isJoined = false;
  let hasPlaces = false;

  return {
    /** Whether there is more than the first Info frame counted. */
    get isJoined() {
      return isJoined;
    },
    /** Whether the first Info frame tells where each hundredth of the sound begins. */
    get hasPlaces() {
      return hasPlaces;
    },
    get start() {
      return start;
    },
    /** Behind the last sample; infinite while nothing says it. */
    get end() {
      return end;
    },
    /** Takes note of the next frame; returns whether it holds sound. */
    note(frame: Mp3Frame): boolean {
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
      else {
        start = isExact ? delay + mp3DecoderDelay : 0;
        ({ hasPlaces } = info);
      }
      counted = info.frames === undefined ? Number.POSITIVE_INFINITY : frames + info.frames;
      end = isExact
        ? Math.max(start, counted * frame.header.samples - padding + mp3DecoderDelay)
        : Number.POSITIVE_INFINITY;
      return false;
    },
  };
}
