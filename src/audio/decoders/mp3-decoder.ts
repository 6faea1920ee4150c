import { PlaybackError } from "../base/playback-error.ts";
import { createMp3Extent } from "../formats/mp3-extent.ts";
import { createMp3FrameSplitter, type Mp3Frame } from "../formats/mp3-frames.ts";
import type { Decoder, DecoderOutput } from "./decoder.ts";
import { createStretch } from "./stretch.ts";

/** What decodes whole frames: each frame gives its number of samples, sooner or later, in order. */
export interface Mp3FrameDecoder extends Omit<Decoder, "decode"> {
  decode(frame: Mp3Frame): void;
}

/** Makes a frame decoder that puts its samples into `output`. */
type Mp3FrameDecoderFactory = (output: DecoderOutput) => Mp3FrameDecoder;

/**
 * Decodes MP3 to the exact length (see `Mp3Extent`): the Info frame of a finished file gives no sound of its own but
 * says what is cut off in front and behind. A stream without one gives every sample of its frames.
 */
export function createMp3Decoder(createFrameDecoder: Mp3FrameDecoderFactory, output: DecoderOutput): Decoder {
  const splitter = createMp3FrameSplitter();
  const extent = createMp3Extent();
  let frames = 0;

  const frameDecoder = createFrameDecoder({
    onAudio: createStretch(() => extent, output.onAudio),
    onError: output.onError,
  });

  return {
    decode(bytes) {
      for (const frame of splitter.push(bytes)) {
        if (!extent.note(frame)) continue;
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
