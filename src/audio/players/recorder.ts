import { type ByteStore, createByteStore } from "../base/byte-store.ts";
import { type AudioFormat, mediaTypeOf } from "../base/format.ts";
import type { AudioBytes } from "../base/source.ts";
import { type AudioFacts, createAudioMeter } from "../formats/audio-facts.ts";
import { playableFileOf } from "../formats/playable-file.ts";

/** Everything that came, kept: what a person downloads, and what plays when the stream is over. */
export interface Recording {
  readonly format: AudioFormat;
  readonly facts: AudioFacts;
  /** The bytes exactly as the service sent them. */
  readonly blob: Blob;
  /** The same sound as a file that an audio element takes: see {@link playableFileOf}. */
  readonly playable: Blob;
}

/** An answer ended whose bytes are no sound: no sample came, or no MP3 frames that follow one another. */
export class NoiseError extends Error {
  override readonly name = "NoiseError";

  constructor() {
    super("What came is no sound of its format.");
  }
}

/** Throws {@link NoiseError} where a recording that is whole holds no sound. */
export function requireSound({ facts }: Pick<Recording, "facts">): void {
  if (facts.noise === true) throw new NoiseError();
}

/** Keeps the bytes of one answer. */
export interface Recorder {
  append(bytes: AudioBytes): void;
  /** How many bytes came so far. */
  readonly bytes: number;
  /** The bytes from `start` up to `end`, as they came. */
  slice(start: number, end: number): Blob;
  facts(): AudioFacts;
  /** Everything up to now. */
  recording(): Recording;
}

/** A recorder for an answer of `format`, which keeps it in `store`: an empty one that nobody else appends to. */
export function createRecorder(format: AudioFormat, store: ByteStore = createByteStore()): Recorder {
  const meter = createAudioMeter(format);

  return {
    get bytes() {
      return store.length;
    },
    slice: (start, end) => store.slice(start, end),
    append(bytes) {
      meter.append(bytes);
      store.append(bytes);
    },
    facts: () => meter.facts(),
    recording() {
      const blob = new Blob([store.slice(0, store.length)], { type: mediaTypeOf(format) });
      return recordingFrom({ format, facts: meter.facts(), blob });
    },
  };
}

/** What a recorder has of an answer that ends here; undefined where nothing came. */
export function whatCame(recorder: Recorder | undefined): Recording | undefined {
  const recording = recorder?.recording();
  return recording === undefined || recording.facts.bytes === 0 ? undefined : recording;
}

/** The recording of a sound that is kept as it was sent. */
export function recordingFrom({ format, facts, blob }: Omit<Recording, "playable">): Recording {
  return { format, facts, blob, playable: playableFileOf({ format, facts, blob }) };
}
