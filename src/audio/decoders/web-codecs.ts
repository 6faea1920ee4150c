import type { AudioDecoderConstructor } from "../base/capabilities.ts";
import { PlaybackError } from "../base/playback-error.ts";
import { createScope } from "../base/scope.ts";
import type { DecoderOutput, Samples } from "./decoder.ts";
import type { Mp3FrameDecoder } from "./mp3-decoder.ts";

/** Frames that may wait inside the browser's decoder before more is held back. */
const queueLimit = 64;

/** What most speech is: a decoder that is set up for it before the first frame comes is there when it does. */
const usual = { sampleRate: 44_100, channels: 1 };

/**
 * Decodes frames by the browser's own decoder (WebCodecs). It is set up at once for what is usual, since that takes the
 * browser some time, and anew where the first frame says otherwise.
 */
export function createWebCodecsFrameDecoder(
  AudioDecoder: AudioDecoderConstructor,
  { onAudio, onError }: DecoderOutput,
): Mp3FrameDecoder {
  const scope = createScope();
  let decoder: AudioDecoder | undefined;
  let { sampleRate, channels } = usual;
  let samples = 0;

  function open(): AudioDecoder {
    const opened = new AudioDecoder({
      output(data) {
        const audio = { sampleRate: data.sampleRate, channels: channelsOf(data) };
        data.close();
        if (!scope.disposed) onAudio(audio);
      },
      error(error) {
        if (!scope.disposed) fail(error);
      },
    });
    scope.own(() => {
      if (opened.state !== "closed") opened.close();
    });
    configure(opened);
    return opened;
  }

  function configure(opened: AudioDecoder): void {
    opened.configure({ codec: "mp3", sampleRate, numberOfChannels: channels });
  }

  function fail(error: unknown): void {
    scope.dispose();
    onError(new PlaybackError("undecodable", "The browser cannot decode this MP3.", error));
  }

  try {
    decoder = open();
  } catch {
    // The first frame says what is wrong.
  }

  return {
    decode({ header, bytes }) {
      if (scope.disposed) return;
      try {
        decoder ??= open();
        if (header.sampleRate !== sampleRate || header.channels !== channels) {
          ({ sampleRate, channels } = header);
          configure(decoder);
        }
        const timestamp = Math.round((samples / sampleRate) * 1e6);
        samples += header.samples;
        decoder.decode(new EncodedAudioChunk({ type: "key", timestamp, data: bytes }));
      } catch (error) {
        fail(error);
      }
    },
    ready: () =>
      new Promise((resolve) => {
        const current = decoder;
        if (current === undefined || current.decodeQueueSize < queueLimit) return resolve();
        const end = scope.listen(current, "dequeue", () => {
          if (current.decodeQueueSize >= queueLimit) return;
          end();
          resolve();
        });
      }),
    async flush() {
      try {
        await decoder?.flush();
      } catch (error) {
        if (!scope.disposed) fail(error);
      }
      // An end that was not reached is not one.
      if (scope.disposed) await new Promise(() => undefined);
    },
    dispose: () => scope.dispose(),
  };
}

function channelsOf(data: AudioData): readonly Samples[] {
  return Array.from({ length: data.numberOfChannels }, (_, planeIndex) => {
    const samples = new Float32Array(data.numberOfFrames);
    data.copyTo(samples, { planeIndex, format: "f32-planar" });
    return samples;
  });
}
