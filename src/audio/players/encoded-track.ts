import type { ReadableBytes } from "../base/byte-store.ts";
import { type AudioFormat, bytesPerSampleOf, isRaw, type RawFormat } from "../base/format.ts";
import type { AudioBytes } from "../base/source.ts";
import { createMp3Extent } from "../formats/mp3-extent.ts";
import { createMp3FrameSplitter, mp3HeaderLength, sideInformationLength } from "../formats/mp3-frames.ts";
import { frameBytesOf } from "../formats/sample-layout.ts";
import { createWavHeadReader, UnreadableWavError, type WavHead } from "../formats/wav-head.ts";

/** Where a decoder begins, and what the first sample that it gives is. Both may be 0. */
interface DecodingEntry {
  readonly byte: number;
  /** The number of that sample in the sound; below the sound's beginning it is negative. */
  readonly sample: number;
  /** What the decoder reads first, where it needs more than the bytes from there on. */
  readonly head?: AudioBytes;
}

/** Sound as it came, so that it can be decoded from any place. Samples are counted per channel. */
export interface EncodedTrack {
  /** Hertz; absent until the bytes say it. */
  readonly sampleRate: number | undefined;
  /** Samples that are there so far. */
  readonly samples: number;
  /**
   * Seconds of sound that came, with the part of a frame that can't be decoded yet: what tells how fast it comes. Whole
   * frames alone would show one or two of a small piece, as its edges fall.
   */
  readonly arrived: number;
  /** The sound's whole length as the bytes themselves say it; infinite when they don't. */
  readonly limit: number;
  /** Bytes that can be read. */
  readonly bytes: number;
  /** Takes note of the next bytes, which are in the store. */
  note(bytes: AudioBytes): void;
  /** Where to begin in order to hear `sample` as if everything before it had been decoded too. */
  entry(sample: number): DecodingEntry;
  /** Bytes for the decoder from `byte` on, at most about `limit`; none where nothing is there. */
  read(byte: number, limit: number): AudioBytes | Promise<AudioBytes>;
}
export function createTrack(format: AudioFormat, store: ReadableBytes): EncodedTrack {
  if (isRaw(format)) return createRawTrack(format, store);
  return format.codec === "wav" ? createWavTrack(store) : createMp3Track(store);
}

/** A track of the headerless samples in `store`. */
export function createRawTrack(format: RawFormat, store: ReadableBytes): EncodedTrack {
  const frameBytes = bytesPerSampleOf(format) * format.channels;
  return {
    sampleRate: format.sampleRate,
    get samples() {
      return Math.floor(store.length / frameBytes);
    },
    get arrived() {
      return store.length / frameBytes / format.sampleRate;
    },
    limit: Number.POSITIVE_INFINITY,
    get bytes() {
      return store.length;
    },
    note: () => undefined,
    entry: (sample) => ({ byte: sample * frameBytes, sample }),
    read: (byte, limit) => store.read(byte, limit),
  };
}

/** A track of the WAV file in `store`. `note` throws {@link UnreadableWavError} where its sound isn't plain samples. */
function createWavTrack(store: ReadableBytes): EncodedTrack {
  const readHead = createWavHeadReader();
  let head: WavHead | undefined;
  let frameBytes = 1;
  const end = (): number => Math.min(store.length, head?.end ?? Number.POSITIVE_INFINITY);
  const frames = (): number => (head === undefined ? 0 : Math.max(0, end() - head.start) / frameBytes);
  return {
    get sampleRate() {
      return head?.sampleRate;
    },
    get samples() {
      return Math.floor(frames());
    },
    get arrived() {
      return head === undefined ? 0 : frames() / head.sampleRate;
    },
    limit: Number.POSITIVE_INFINITY,
    get bytes() {
      return end();
    },
    note(bytes) {
      if (head !== undefined) return;
      head = readHead(bytes);
      if (head === undefined) return;
      if (head.samples === undefined) throw new UnreadableWavError("The sound isn't plain samples.");
      frameBytes = frameBytesOf(head.samples);
    },
    entry(sample) {
      if (head === undefined || sample === 0) return { byte: 0, sample: 0 };
      return { byte: head.start + sample * frameBytes, sample, head: head.bytes };
    },
    read: (byte, limit) => store.read(byte, Math.min(limit, end() - byte)),
  };
}
export function createMp3Track(store: ReadableBytes): EncodedTrack {
  const splitter = createMp3FrameSplitter();
  /** Where each frame of sound begins, in bytes. */
  const starts: number[] = [];
  let sampleRate: number | undefined;
  let frameSamples = 0;
  let frameBytes = 0;
  /** Bytes of a frame that hold no sound, and how far back the sound of a frame may begin in those that do. */
  let besideSound = 0;
  let reach = 0;
  const sound = createMp3Extent();

  /**
   * The frame at which decoding must begin to make `wanted` whole: its sound overlaps with that of the two before it,
   * and the sound of those may be packed into frames that came earlier.
   */
  function frameBefore(wanted: number): number {
    let frame = wanted - 2;
    for (let missing = reach; frame > 0 && missing > 0; frame -= 1) {
      missing -= Math.max(0, (starts[frame] ?? 0) - (starts[frame - 1] ?? 0) - besideSound);
    }
    return frame - 1;
  }

  const within = (samples: number): number => Math.max(0, Math.min(sound.end, samples) - sound.start);

  return {
    get sampleRate() {
      return sampleRate;
    },
    get samples() {
      return within(starts.length * frameSamples);
    },
    get arrived() {
      if (sampleRate === undefined) return 0;
      const begun = Math.min(1, splitter.pendingBytes / frameBytes);
      return within((starts.length + begun) * frameSamples) / sampleRate;
    },
    get limit() {
      return sound.end - sound.start;
    },
    get bytes() {
      return store.length;
    },
    note(bytes) {
      for (const frame of splitter.push(bytes)) {
        const { start, header } = frame;
        sampleRate ??= header.sampleRate;
        frameSamples ||= header.samples;
        frameBytes = header.length;
        reach ||= header.version === 1 ? 511 : 255;
        besideSound ||= mp3HeaderLength + sideInformationLength(header);
        if (sound.note(frame)) starts.push(start);
      }
    },
    entry(sample) {
      const wanted = frameSamples === 0 ? 0 : Math.floor((sample + sound.start) / frameSamples);
      const frame = frameBefore(Math.min(wanted, starts.length - 1));
      // At the beginning the decoder reads the Info frame itself, and cuts what it says.
      if (frame <= 0) return { byte: 0, sample: 0 };
      return { byte: starts[frame] ?? 0, sample: frame * frameSamples - sound.start };
    },
    read: (byte, limit) => store.read(byte, limit),
  };
}
