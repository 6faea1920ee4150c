import { type AudioFacts, createAudioMeter } from "./audio-facts.ts";
import { type AudioFormat, isRaw, mediaTypeOf } from "./format.ts";
import type { AudioBytes } from "./source.ts";
import { wavHeader } from "./wav.ts";

/** Everything that came, kept: what a person downloads, and what plays when the stream is over. */
export interface Recording {
  readonly format: AudioFormat;
  readonly facts: AudioFacts;
  /** The bytes exactly as the service sent them. */
  readonly blob: Blob;
  /** The same sound as a file that an audio element takes: headerless samples get a WAV header, the rest is `blob`. */
  readonly playable: Blob;
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

/** Chunks are gathered into blobs of this many bytes, which the browser may keep outside of the page's memory. */
const blobBytes = 1 << 20;

/** A recorder for an answer of `format`. */
export function createRecorder(format: AudioFormat): Recorder {
  const meter = createAudioMeter(format);
  const stored: Blob[] = [];
  let pending: AudioBytes[] = [];
  let pendingBytes = 0;
  let storedBytes = 0;

  return {
    get bytes() {
      return storedBytes + pendingBytes;
    },
    slice(start, end) {
      const parts = end <= storedBytes ? stored : [...stored, ...pending];
      return new Blob(parts).slice(start, end);
    },
    append(bytes) {
      meter.append(bytes);
      pending.push(bytes);
      pendingBytes += bytes.length;
      if (pendingBytes < blobBytes) return;
      stored.push(new Blob(pending));
      storedBytes += pendingBytes;
      pending = [];
      pendingBytes = 0;
    },
    facts: () => meter.facts(),
    recording() {
      const blob = new Blob([...stored, ...pending], { type: mediaTypeOf(format) });
      return recordingFrom({ format, facts: meter.facts(), blob });
    },
  };
}

/** The recording of a sound that is kept as it was sent. */
export function recordingFrom({ format, facts, blob }: Omit<Recording, "playable">): Recording {
  const playable = isRaw(format) ? new Blob([wavHeader(format, facts.bytes), blob], { type: "audio/wav" }) : blob;
  return { format, facts, blob, playable };
}
