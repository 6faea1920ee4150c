import { mulaw } from "alawmulaw";
import { engineSampleRate, type Mp3Bitrate, mp3SampleRate, type SpeechFormat } from "../formats.ts";
import { toIntegers } from "./level.ts";
import { Resampler } from "./resample.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Turns samples at the engine's rate, between −1 and 1, into the bytes of a format, as far as they are ready. */
export interface AudioEncoder {
  encode(samples: Float32Array): Bytes;
  /** The last bytes. The encoder is of no use afterwards. */
  finish(): Bytes;
}

/** The part of the MP3 encoder library that is used here. */
export interface Mp3Library {
  configure(options: {
    sampleRate: number;
    channels: 1;
    bitrate: Mp3Bitrate;
    outputSampleRate: 16_000 | 22_050 | 44_100;
  }): void;
  /** The result is the library's own memory: copy it before the next call. */
  encode(channels: readonly Float32Array[]): Uint8Array;
  finalize(): Uint8Array;
}

/** MP3 at a constant bit rate. `library` must serve no other stream until this one is finished or given up. */
export function mp3Encoder(library: Mp3Library, bitrate: Mp3Bitrate): AudioEncoder {
  library.configure({ sampleRate: engineSampleRate, channels: 1, bitrate, outputSampleRate: mp3SampleRate(bitrate) });
  return {
    encode: (samples) => Uint8Array.from(library.encode([samples])),
    finish: () => Uint8Array.from(library.finalize()),
  };
}

/** Samples, with or without a RIFF header. */
export function sampleEncoder(format: Exclude<SpeechFormat, { codec: "mp3" }>): AudioEncoder {
  const resampler =
    format.sampleRate === engineSampleRate ? undefined : new Resampler(engineSampleRate, format.sampleRate);
  const toBytes = format.codec === "pcm_mulaw" ? muLawBytes : littleEndianBytes;
  let header = format.codec === "wav" ? streamingWavHeader(format.sampleRate) : undefined;
  const encode = (samples: Float32Array): Bytes => {
    const bytes = toBytes(toIntegers(samples));
    if (header === undefined) return bytes;
    const withHeader = new Uint8Array(header.length + bytes.length);
    withHeader.set(header);
    withHeader.set(bytes, header.length);
    header = undefined;
    return withHeader;
  };
  return {
    encode: (samples) => encode(resampler?.push(samples) ?? samples),
    finish: () => (resampler === undefined ? new Uint8Array(0) : encode(resampler.finish())),
  };
}

function muLawBytes(samples: Int16Array): Bytes {
  return Uint8Array.from(mulaw.encode(samples));
}

function littleEndianBytes(samples: Int16Array<ArrayBuffer>): Bytes {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  for (let index = 0; index < samples.length; index++) view.setInt16(index * 2, samples[index] ?? 0, true);
  return bytes;
}

/**
 * Fills the lengths into the header of a WAV that {@link sampleEncoder} has made, once all of it is there.
 *
 * @param wav begins with the header
 * @param bytes size of the whole file
 */
export function fillWavLengths(wav: Buffer, bytes = wav.length): void {
  if (wav.toString("latin1", 36, 40) !== "data") throw new Error("A WAV header without a data chunk at its end.");
  wav.writeUInt32LE(bytes - 8, 4);
  wav.writeUInt32LE(bytes - 44, 40);
}

/** A RIFF header of 44 bytes for 16-bit mono samples whose number isn't known: both lengths say 0xFFFFFFFF. */
export function streamingWavHeader(sampleRate: number): Bytes {
  const bytes = new Uint8Array(44);
  const view = new DataView(bytes.buffer);
  const write = (offset: number, text: string) => bytes.set(new TextEncoder().encode(text), offset);
  write(0, "RIFF");
  view.setUint32(4, 0xffffffff, true);
  write(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, sampleRate, true);
  view.setUint32(28, sampleRate * 2, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  write(36, "data");
  view.setUint32(40, 0xffffffff, true);
  return bytes;
}
