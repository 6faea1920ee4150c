import type { PlaybackError } from "../base/playback-error.ts";
import type { Disposable } from "../base/scope.ts";
import type { AudioBytes } from "../base/source.ts";

/** Samples of one stretch of sound, from −1 to 1: one array per channel, all of the same length, never empty. */
export interface DecodedAudio {
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: readonly Samples[];
}

export type Samples = Float32Array<ArrayBuffer>;

/** Where a decoder puts what it makes. Nothing is called after the decoder's end. */
export interface DecoderOutput {
  /** The next samples, in order and without a gap. Called inside `decode` or later. */
  onAudio(audio: DecodedAudio): void;
  /** Nothing more can be decoded; called once, and nothing follows. */
  onError(error: PlaybackError): void;
}

/** Makes samples of bytes that come in pieces, cut anywhere. The functions never throw. */
export interface Decoder extends Disposable {
  decode(bytes: AudioBytes): void;
  /** Resolves as soon as little enough waits inside that more should be given; at once where nothing ever waits. */
  ready(): Promise<void>;
  /** No more bytes will come. Resolves when everything was given out; never when the decoder ends before that. */
  flush(): Promise<void>;
}

/** How many samples per channel `audio` has. */
export function lengthOf(audio: DecodedAudio): number {
  return audio.channels[0]?.length ?? 0;
}

/** The samples of `audio` from `start` to before `end`, counted per channel; undefined when there are none. */
export function sliceAudio(audio: DecodedAudio, start: number, end = lengthOf(audio)): DecodedAudio | undefined {
  const from = Math.max(0, start);
  const to = Math.min(lengthOf(audio), end);
  if (to <= from) return undefined;
  if (from === 0 && to === lengthOf(audio)) return audio;
  return { sampleRate: audio.sampleRate, channels: audio.channels.map((channel) => channel.subarray(from, to)) };
}
