import { type AudioFormat, bytesPerSampleOf, isRaw } from "../base/format.ts";
import { createMp3Extent } from "./mp3-extent.ts";
import { createMp3FrameSplitter, type Mp3Frame } from "./mp3-frames.ts";
import type { SampleCodec } from "./sample-layout.ts";
import { createWavHeadReader, type WavHead } from "./wav-head.ts";

/** What is known about audio from its own bytes so far. What the bytes do not say is absent. */
export interface AudioFacts {
  readonly bytes: number;
  /** Seconds. */
  readonly duration?: number | undefined;
  /** Hertz. */
  readonly sampleRate?: number | undefined;
  readonly channels?: number | undefined;
  /** Kilobits per second: of every frame when it is constant, else the mean. */
  readonly bitrate?: number | undefined;
  readonly constantBitrate?: boolean | undefined;
  /**
   * Set where it is no sound of its format: no sample came, or most of it belongs to no MP3 frames that follow one
   * another.
   */
  readonly noise?: true | undefined;
  /**
   * Set where MP3 needs another Info frame: of files put together, each with its own, and of frames of several bitrates
   * where none tells their places.
   */
  readonly joined?: JoinedMp3 | undefined;
  /** Set where it is a WAV file that says more of its length than is there, or nothing. */
  readonly unsized?: UnsizedWav | undefined;
}

/** What has to be told to a player, which believes the first Info frame, and else guesses by the first frames. */
export interface JoinedMp3 {
  /** Where frames of sound stand behind one another, in bytes: what lies between are Info frames and tags. */
  readonly runs: [start: number, length: number][];
  /** Frames of sound. */
  readonly frames: number;
  /** What is cut off in front and behind, in samples per channel of what the frames decode to. */
  readonly cut: [front: number, behind: number];
  /** Where each hundredth of the frames begins among the bytes of all. */
  readonly places?: number[] | undefined;
  /** Of one file: how many bytes of tags stand in front of its first frame. They stay, and what stands behind it. */
  readonly tags?: number | undefined;
}

/** What has to be known of a WAV file whose head doesn't tell its length, to write another head. */
export interface UnsizedWav {
  readonly codec: SampleCodec;
  /** Where its sound begins, in bytes. */
  readonly start: number;
}

/** Reads facts from audio that comes in pieces, cut anywhere. */
interface AudioMeter {
  append(bytes: Uint8Array): void;
  facts(): AudioFacts;
}

/**
 * The meter for `format`: MP3 by its frames, WAV by its head, headerless samples by their number, anything else by its
 * size alone.
 */
export function createAudioMeter(format: AudioFormat): AudioMeter {
  if (format.codec === "mp3") return createMp3Meter();
  if (format.codec === "wav") return createWavMeter();
  let bytes = 0;
  const raw = isRaw(format) ? format : undefined;
  return {
    append(piece) {
      bytes += piece.length;
    },
    facts() {
      if (raw === undefined) return { bytes };
      const { sampleRate, channels } = raw;
      const bytesPerSecond = sampleRate * channels * bytesPerSampleOf(raw);
      return {
        bytes,
        sampleRate,
        channels,
        bitrate: (bytesPerSecond * 8) / 1000,
        duration: bytes / bytesPerSecond,
        noise: (bytes > 0 && bytes < bytesPerSecond / sampleRate) || undefined,
      };
    },
  };
}

/** So much is read at once, in bytes. */
const piece = 1 << 20;

/** What is known of a whole sound from its own bytes. */
export async function readFacts(sound: Blob, format: AudioFormat): Promise<AudioFacts> {
  const meter = createAudioMeter(format);
  for (let at = 0; at < sound.size; at += piece) {
    meter.append(new Uint8Array(await sound.slice(at, at + piece).arrayBuffer()));
  }
  return meter.facts();
}

function createWavMeter(): AudioMeter {
  const readHead = createWavHeadReader();
  let bytes = 0;
  let head: WavHead | undefined;
  let readable = true;
  return {
    append(piece) {
      bytes += piece.length;
      if (head !== undefined || !readable) return;
      try {
        head = readHead(piece);
      } catch {
        readable = false;
      }
    },
    facts: () => ({
      bytes,
      // What is no WAV file may be something else that a browser plays.
      ...(head === undefined ? { noise: (bytes > 0 && readable) || undefined } : wavFactsOf(head, bytes)),
    }),
  };
}

/** What a WAV file's head says of it when `bytes` of the file are there. */
export function wavFactsOf({ samples, start, end, ...head }: WavHead, bytes: number): Omit<AudioFacts, "bytes"> {
  const { channels, sampleRate, bytesPerSecond } = head;
  if (bytesPerSecond === 0) return {};
  const sound = Math.max(0, Math.min(end, bytes) - start);
  return {
    channels,
    sampleRate,
    bitrate: (bytesPerSecond * 8) / 1000,
    duration: sound / bytesPerSecond,
    noise: sound < bytesPerSecond / sampleRate || undefined,
    ...(samples !== undefined && end > bytes ? { unsized: { start, codec: samples.codec } } : {}),
  };
}

/** So many places of frames are remembered at most, evenly: a hundred are told. */
const mostMarks = 1_024;

/** More stretches of frames than this are damage, and no files that somebody has put together. */
const mostRuns = 5_000;

function createMp3Meter(): AudioMeter {
  const splitter = createMp3FrameSplitter();
  let bytes = 0;
  let frameBytes = 0;
  let seconds = 0;
  let frames = 0;
  const extent = createMp3Extent();
  const runs: [start: number, length: number][] = [];
  let first: Mp3Frame["header"] | undefined;
  /** Where the first frame begins, be it one of sound or not. */
  let tags: number | undefined;
  let constantBitrate = true;
  /** Where every so many frames begin, among the bytes of all. */
  let marks: number[] = [];
  let every = 1;

  function placeOf(hundredth: number): number {
    const at = (hundredth * frames) / 100 / every;
    const before = marks[Math.floor(at)] ?? frameBytes;
    const behind = marks[Math.floor(at) + 1] ?? frameBytes;
    return Math.round(before + (behind - before) * (at % 1));
  }

  function count(frame: Mp3Frame): void {
    const { header, bytes, start } = frame;
    tags ??= start;
    if (!extent.note(frame)) return;
    const run = runs.at(-1);
    if (run !== undefined && run[0] + run[1] === start) run[1] += bytes.length;
    else if (runs.length <= mostRuns) runs.push([start, bytes.length]);
    first ??= header;
    constantBitrate &&= header.bitrate === first.bitrate;
    if (frames % every === 0) marks.push(frameBytes);
    if (marks.length === mostMarks) {
      marks = marks.filter((_, index) => index % 2 === 0);
      every *= 2;
    }
    frames += 1;
    frameBytes += bytes.length;
    seconds += header.samples / header.sampleRate;
  }

  const isUncounted = (): boolean => extent.isJoined || (!constantBitrate && !extent.hasPlaces);

  return {
    append(piece) {
      bytes += piece.length;
      for (const frame of splitter.push(piece)) count(frame);
    },
    facts() {
      if (first === undefined) return { bytes, noise: bytes > 0 || undefined };
      const { samples, sampleRate } = first;
      const behind = Math.max(0, frames * samples - extent.end);
      const trimmed = extent.start + behind;
      return {
        bytes,
        duration: Math.max(0, seconds - trimmed / sampleRate),
        sampleRate,
        channels: first.channels,
        bitrate: constantBitrate ? first.bitrate : Math.round((frameBytes * 8) / seconds / 1000),
        constantBitrate,
        noise: frameBytes < (bytes - splitter.tagBytes) / 2 || undefined,
        ...(isUncounted() && runs.length <= mostRuns
          ? {
              joined: {
                runs: runs.map(([at, length]) => [at, length]),
                frames,
                cut: [extent.start, behind],
                places: Array.from({ length: 100 }, (_, hundredth) => placeOf(hundredth)),
                ...(extent.isJoined ? {} : { tags }),
              },
            }
          : {}),
      };
    },
  };
}
