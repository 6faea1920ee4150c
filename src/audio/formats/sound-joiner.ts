import { joinBytes } from "../../contract/bytes.ts";
import { type AudioFormat, isRaw } from "../base/format.ts";
import type { AudioBytes } from "../base/source.ts";
import { createMp3Extent } from "./mp3-extent.ts";
import { createMp3FrameSplitter, type Mp3FrameHeader, mp3HeaderLength, parseMp3FrameHeader } from "./mp3-frames.ts";
import { frameBytesOf, type SampleCodec, type SampleFormat } from "./sample-layout.ts";
import { UnjoinableError } from "./unjoinable.ts";
import { wavHeader } from "./wav.ts";
import { createWavHeadReader, UnreadableWavError, type WavHead } from "./wav-head.ts";

/** Sounds of one format that become one, piece by piece: nothing is decoded, and none of it stays in memory. */
export interface SoundJoiner {
  /** Begins the next sound, with so many seconds of silence in front of it; what it returns belongs to the whole. */
  begin(pause: number): AudioBytes;
  /** The next bytes of a sound, cut anywhere; returns what they bring to the whole. Throws {@link UnjoinableError}. */
  push(bytes: AudioBytes): AudioBytes;
  /** Ends a sound; returns where it lies in the whole, without what its encoder put around it. Seconds. */
  end(): SoundExtent;
  /** Ends the whole: what it returns is so many seconds of silence behind the last sound. */
  close(pause: number): AudioBytes;
}

/** From where to where a sound lies in a whole, in seconds. */
export interface SoundExtent {
  readonly from: number;
  readonly to: number;
}

/**
 * A joiner at the start of a whole. What another one made before may be its first sound: it comes out as it went in.
 *
 * @throws UnjoinableError where the format can't be joined.
 */
export function createSoundJoiner(format: AudioFormat): SoundJoiner {
  if (format.codec === "mp3") return createMp3Joiner();
  if (format.codec === "wav") return createWavJoiner();
  if (isRaw(format)) return createSampleJoiner(format);
  throw new UnjoinableError(`Sounds of ${format.codec} can't be put together.`);
}

const nothing: AudioBytes = new Uint8Array(0);

/** So many frames of silence part two MP3 streams at least: what a decoder still holds of the one before sounds out. */
const fewestSilentFrames = 2;

/**
 * Frames behind frames. A stream's first frames never look back at bytes of the stream before, so frames of several
 * may follow one another; what doesn't is each one's Info frame, which counts that stream alone, and its tags.
 */
function createMp3Joiner(): SoundJoiner {
  let kind: Mp3FrameHeader | undefined;
  let silent: AudioBytes = nothing;
  let splitter = createMp3FrameSplitter();
  let extent = createMp3Extent();
  /** Frames of the whole: all of them, and those in front of the present sound. */
  let frames = 0;
  let before = 0;
  let pause = 0;
  let begun = false;

  return {
    begin(seconds) {
      splitter = createMp3FrameSplitter();
      extent = createMp3Extent();
      pause = seconds;
      begun = false;
      before = frames;
      return nothing;
    },
    push(bytes) {
      const joined: Uint8Array[] = [];
      for (const frame of splitter.push(bytes)) {
        if (!extent.note(frame)) continue;
        const { header } = frame;
        if (kind === undefined) {
          kind = header;
          silent = silentMp3Frame(frame.bytes);
        } else if (header.sampleRate !== kind.sampleRate || header.channels !== kind.channels) {
          throw new UnjoinableError(
            `${header.sampleRate} Hz × ${header.channels} can't stand behind ${kind.sampleRate} Hz × ${kind.channels}.`,
          );
        }
        if (!begun) {
          begun = true;
          const wanted = Math.round((pause * kind.sampleRate) / kind.samples);
          const count = frames === 0 ? wanted : Math.max(fewestSilentFrames, wanted);
          for (let index = 0; index < count; index++) joined.push(silent);
          frames += count;
          before = frames;
        }
        frames += 1;
        joined.push(frame.bytes);
      }
      return joinBytes(joined);
    },
    end() {
      const { samples, sampleRate } = kind ?? { samples: 0, sampleRate: 1 };
      const all = (frames - before) * samples;
      const seconds = (count: number): number => (before * samples + count) / sampleRate;
      return { from: seconds(Math.min(extent.start, all)), to: seconds(Math.min(extent.end, all)) };
    },
    close(seconds) {
      const count = kind === undefined ? 0 : Math.round((seconds * kind.sampleRate) / kind.samples);
      return joinBytes(Array.from({ length: count }, () => silent));
    },
  };
}

/** A frame like `frame` that holds nothing: all its side information and data are zero, which is silence. */
function silentMp3Frame(frame: Uint8Array): AudioBytes {
  const head = frame.slice(0, mp3HeaderLength);
  // No checksum, since there would be one to count, and no padding, so that all are of one length.
  head.set([(head[1] ?? 0) | 1, (head[2] ?? 0) & ~2], 1);
  const silence = new Uint8Array(parseMp3FrameHeader(head, 0)?.length ?? 0);
  silence.set(head);
  return silence;
}

/** The byte that silence is made of. */
const silentBytes: Readonly<Partial<Record<SampleCodec, number>>> = { pcm_u8: 128, pcm_alaw: 0xd5, pcm_mulaw: 0xff };

function createSampleJoiner(format: SampleFormat): SoundJoiner {
  const frameBytes = frameBytesOf(format);
  const perSecond = format.sampleRate * frameBytes;
  let bytes = 0;
  let from = 0;
  /** A sample that isn't whole yet. */
  let rest: AudioBytes = nothing;
  const count = (joined: AudioBytes): AudioBytes => {
    bytes += joined.length;
    return joined;
  };
  const silence = (seconds: number): AudioBytes =>
    count(new Uint8Array(Math.round(seconds * format.sampleRate) * frameBytes).fill(silentBytes[format.codec] ?? 0));
  return {
    begin(pause) {
      rest = nothing;
      const joined = silence(pause);
      from = bytes;
      return joined;
    },
    push(more) {
      const there = joinBytes([rest, more]);
      const whole = there.length - (there.length % frameBytes);
      rest = there.slice(whole);
      return count(there.slice(0, whole));
    },
    end: () => ({ from: from / perSecond, to: bytes / perSecond }),
    close: silence,
  };
}

/** The first file's format, with a head that leaves the length open, and the samples of all. */
function createWavJoiner(): SoundJoiner {
  let samples: SampleFormat | undefined;
  let joiner: SoundJoiner | undefined;
  let readHead = createWavHeadReader();
  let head: WavHead | undefined;
  let position = 0;
  let waiting: Uint8Array[] = [];
  let pause = 0;

  function read(bytes: AudioBytes): WavHead | undefined {
    try {
      return readHead(bytes);
    } catch (error) {
      if (error instanceof UnreadableWavError) throw new UnjoinableError(error.message);
      throw error;
    }
  }

  /** The sound's samples can begin: what stands in front of them in the whole. */
  function open(format: SampleFormat): readonly Uint8Array[] {
    if (joiner !== undefined) {
      const isSame = format.codec === samples?.codec && format.channels === samples.channels;
      if (!isSame || format.sampleRate !== samples?.sampleRate)
        throw new UnjoinableError("WAV files of two kinds can't be put together.");
      return [joiner.begin(pause)];
    }
    samples = format;
    joiner = createSampleJoiner(format);
    const start = wavHeader(format, unknownLength);
    return [start, joiner.begin(pause)];
  }

  return {
    begin(seconds) {
      readHead = createWavHeadReader();
      head = undefined;
      position = 0;
      waiting = [];
      pause = seconds;
      // The sound may end before its samples begin: then it lies behind the one before, and has no length.
      return joiner?.begin(0) ?? nothing;
    },
    push(bytes) {
      const at = position;
      position += bytes.length;
      if (head === undefined) {
        waiting.push(bytes);
        head = read(bytes);
        if (head === undefined) return nothing;
        if (head.samples === undefined) throw new UnjoinableError("This kind of WAV file can't be put together.");
        const there = joinBytes(waiting);
        waiting = [];
        const front = open(head.samples);
        return joinBytes([...front, pushSamples(there, 0, head)]);
      }
      return pushSamples(bytes, at, head);
    },
    end: () => joiner?.end() ?? { from: 0, to: 0 },
    close: (seconds) => joiner?.close(seconds) ?? nothing,
  };

  /** What of `bytes`, which begin at `at` in the file, is sound. */
  function pushSamples(bytes: AudioBytes, at: number, { start, end }: WavHead): AudioBytes {
    const sound = bytes.slice(Math.max(0, start - at), Math.max(0, Math.min(bytes.length, end - at)));
    return joiner?.push(sound) ?? nothing;
  }
}

/** What a WAV file's head says of a length that nobody knows yet, less what is added to it for the whole file. */
const unknownLength = 0xffff_ff00;
