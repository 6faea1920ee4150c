import { type AudioFormat, bytesPerSampleOf, isRaw } from "./format.ts";
import { createMp3FrameSplitter, type Mp3Frame } from "./mp3-frames.ts";
import { readMp3InfoFrame } from "./mp3-info-frame.ts";

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
}

/** Reads facts from audio that comes in pieces, cut anywhere. */
export interface AudioMeter {
  append(bytes: Uint8Array): void;
  facts(): AudioFacts;
}

/** The meter for `format`: MP3 by its frames, headerless samples by their number, anything else by its size alone. */
export function createAudioMeter(format: AudioFormat): AudioMeter {
  if (format.codec === "mp3") return createMp3Meter();
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
      return { bytes, sampleRate, channels, bitrate: (bytesPerSecond * 8) / 1000, duration: bytes / bytesPerSecond };
    },
  };
}

function createMp3Meter(): AudioMeter {
  const splitter = createMp3FrameSplitter();
  let bytes = 0;
  let frameBytes = 0;
  let seconds = 0;
  let trimmedSamples = 0;
  let first: Mp3Frame["header"] | undefined;
  let constantBitrate = true;

  function count({ header, bytes: frame }: Mp3Frame): void {
    if (first === undefined) {
      const info = readMp3InfoFrame(frame);
      if (info !== undefined) {
        trimmedSamples = info.delay + info.padding;
        return;
      }
      first = header;
    }
    constantBitrate &&= header.bitrate === first.bitrate;
    frameBytes += frame.length;
    seconds += header.samples / header.sampleRate;
  }

  return {
    append(piece) {
      bytes += piece.length;
      for (const frame of splitter.push(piece)) count(frame);
    },
    facts() {
      if (first === undefined) return { bytes };
      return {
        bytes,
        duration: Math.max(0, seconds - trimmedSamples / first.sampleRate),
        sampleRate: first.sampleRate,
        channels: first.channels,
        bitrate: constantBitrate ? first.bitrate : Math.round((frameBytes * 8) / seconds / 1000),
        constantBitrate,
      };
    },
  };
}
