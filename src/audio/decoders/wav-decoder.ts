import { PlaybackError } from "../base/playback-error.ts";
import { createWavHeadReader, UnreadableWavError, type WavHead } from "../formats/wav-head.ts";
import type { Decoder, DecoderOutput } from "./decoder.ts";
import { createSampleDecoder } from "./sample-decoder.ts";

/** Decodes a WAV file as it comes: what stands before its samples and behind them is passed over. */
export function createWavDecoder({ onAudio, onError }: DecoderOutput): Decoder {
  const readHead = createWavHeadReader();
  let head: WavHead | undefined;
  let samples: Decoder | undefined;
  /** Bytes that came so far. */
  let position = 0;
  let over = false;

  function fail(message: string): void {
    over = true;
    onError(new PlaybackError("unsupported", message));
  }

  function find(bytes: Uint8Array): void {
    try {
      head = readHead(bytes);
      if (head === undefined) return;
      if (head.samples === undefined) fail("The sound isn't plain samples.");
      else samples = createSampleDecoder(head.samples, { onAudio });
    } catch (error) {
      if (!(error instanceof UnreadableWavError)) throw error;
      fail(error.message);
    }
  }

  return {
    decode(bytes) {
      if (over) return;
      if (head === undefined) find(bytes);
      const from = position;
      position += bytes.length;
      if (head === undefined || from >= head.end) return;
      samples?.decode(bytes.subarray(Math.max(0, head.start - from), head.end - from));
    },
    ready: () => Promise.resolve(),
    flush() {
      if (over || samples !== undefined) return Promise.resolve();
      fail("The samples' beginning didn't come.");
      return new Promise(() => undefined);
    },
    dispose() {
      over = true;
      samples?.dispose();
    },
  };
}
