import { createMp3FrameSplitter, type Mp3Frame } from "../mp3-frames.ts";
import { readMp3InfoFrame, soundWithin } from "../mp3-info-frame.ts";
import { PlaybackError } from "../player.ts";
import { type Decoder, type DecoderOutput, lengthOf, sliceAudio } from "./decoder.ts";

/** What decodes whole frames: each frame gives its number of samples, sooner or later, in order. */
export interface Mp3FrameDecoder extends Omit<Decoder, "decode"> {
  decode(frame: Mp3Frame): void;
}

/** Makes a frame decoder that puts its samples into `output`. */
export type Mp3FrameDecoderFactory = (output: DecoderOutput) => Mp3FrameDecoder;

/**
 * Decodes MP3 to the exact length: the Info frame of a finished file gives no sound of its own but says what is cut off
 * in front and behind. A stream without one gives every sample of its frames.
 */
export function createMp3Decoder(createFrameDecoder: Mp3FrameDecoderFactory, output: DecoderOutput): Decoder {
  const splitter = createMp3FrameSplitter();
  let atStart = true;
  let frames = 0;
  // Samples per channel of what the frame decoder gives: where the sound begins, where it ends, how far it is.
  let start = 0;
  let end = Number.POSITIVE_INFINITY;
  let position = 0;

  const frameDecoder = createFrameDecoder({
    onAudio(audio) {
      const kept = sliceAudio(audio, start - position, end - position);
      position += lengthOf(audio);
      if (kept !== undefined) output.onAudio(kept);
    },
    onError: output.onError,
  });

  return {
    decode(bytes) {
      for (const frame of splitter.push(bytes)) {
        const info = atStart ? readMp3InfoFrame(frame.bytes) : undefined;
        atStart = false;
        if (info !== undefined) {
          ({ start, end } = soundWithin(info, frame.header.samples));
          continue;
        }
        frames += 1;
        frameDecoder.decode(frame);
      }
    },
    ready: () => frameDecoder.ready(),
    flush() {
      if (frames > 0 || splitter.skippedBytes === 0) return frameDecoder.flush();
      frameDecoder.dispose();
      output.onError(new PlaybackError("undecodable", "There is no MP3 frame in this."));
      return new Promise(() => undefined);
    },
    dispose: () => frameDecoder.dispose(),
  };
}
