import { createMp3FrameSplitter, type Mp3FrameHeader } from "./mp3-frames.ts";

/** The headers of every frame of an MP3 stream. Throws when anything in it belongs to no whole frame. */
export function mp3FrameHeaders(bytes: Uint8Array): readonly Mp3FrameHeader[] {
  const frames = createMp3FrameSplitter().push(bytes);
  const inFrames = frames.reduce((sum, frame) => sum + frame.bytes.length, 0);
  if (inFrames !== bytes.length)
    throw new Error(`${bytes.length - inFrames} of ${bytes.length} bytes are in no frame.`);
  return frames.map(({ header }) => header);
}
