import type { MPEGDecoder } from "mpg123-decoder";
import { PlaybackError } from "../base/playback-error.ts";
import type { Mp3Frame } from "../formats/mp3-frames.ts";
import type { DecoderOutput } from "./decoder.ts";
import type { Mp3FrameDecoder } from "./mp3-decoder.ts";

/** Loads the WebAssembly decoder; further calls share the first one's download. */
function loadMpg123(): Promise<typeof import("mpg123-decoder")> {
  return import("mpg123-decoder");
}

/** Has the decoder loaded and compiled, so that the next one is there before the first frame comes. */
export async function prepareMpg123(): Promise<void> {
  const { MPEGDecoder } = await loadMpg123();
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  decoder.free();
}

/** Decodes frames by mpg123 as WebAssembly, loaded only now. Frames that come before it is there wait. */
export function createMpg123FrameDecoder({ onAudio, onError }: DecoderOutput): Mp3FrameDecoder {
  const waiting: Mp3Frame[] = [];
  let decoder: MPEGDecoder | undefined;
  let disposed = false;
  const started = start();

  async function start(): Promise<void> {
    try {
      const { MPEGDecoder } = await loadMpg123();
      if (disposed) return;
      const loaded = new MPEGDecoder({ enableGapless: false });
      await loaded.ready;
      if (disposed) return loaded.free();
      decoder = loaded;
      for (const frame of waiting.splice(0)) decode(frame);
    } catch (error) {
      if (disposed) return;
      disposed = true;
      onError(new PlaybackError("unsupported", "The MP3 decoder could not be loaded.", error));
    }
  }

  function decode({ header, bytes }: Mp3Frame): void {
    if (disposed) return;
    // What one frame cannot give (damage in it, or in those before it) is silence of its length: time goes on.
    const { channelData, samplesDecoded, sampleRate } = decoder?.decodeFrame(bytes) ?? {};
    const channels = channelData?.slice(0, header.channels).map((channel) => new Float32Array(channel)) ?? [];
    if (samplesDecoded === header.samples && sampleRate === header.sampleRate) onAudio({ sampleRate, channels });
    else {
      const silence = Array.from({ length: header.channels }, () => new Float32Array(header.samples));
      onAudio({ sampleRate: header.sampleRate, channels: silence });
    }
  }

  return {
    decode(frame) {
      if (decoder === undefined) waiting.push(frame);
      else decode(frame);
    },
    ready: () => started,
    flush: () => started,
    dispose() {
      if (disposed) return;
      disposed = true;
      decoder?.free();
    },
  };
}
