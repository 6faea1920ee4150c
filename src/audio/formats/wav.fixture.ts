import { joinBytes } from "../../contract/bytes.ts";
import { layouts, type SampleCodec } from "./sample-layout.ts";

/** A chunk of a RIFF file, filled up to an even length. `said` is the size that it tells. */
export function riffChunk(id: string, bytes: Uint8Array, said = bytes.length): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(8 + bytes.length + (bytes.length % 2));
  whole.set(Uint8Array.from(id, (letter) => letter.charCodeAt(0)));
  new DataView(whole.buffer).setUint32(4, said, true);
  whole.set(bytes, 8);
  return whole;
}

/** The chunk `fmt ` by WAVE_FORMAT_… and bits; `more` stands behind the usual 16 bytes. */
export function formatChunk(tag: number, channels: number, bits: number, more: readonly number[] = [], rate = 8_000) {
  const bytes = new Uint8Array(16 + more.length);
  const view = new DataView(bytes.buffer);
  const frameBytes = (channels * bits) / 8;
  view.setUint16(0, tag, true);
  view.setUint16(2, channels, true);
  view.setUint32(4, rate, true);
  view.setUint32(8, rate * frameBytes, true);
  view.setUint16(12, frameBytes, true);
  view.setUint16(14, bits, true);
  bytes.set(more, 16);
  return riffChunk("fmt ", bytes);
}

/** The same for plain samples. */
export function formatOf(codec: SampleCodec, channels = 1, rate = 8_000): Uint8Array<ArrayBuffer> {
  const { wavTag, bytes } = layouts[codec];
  return formatChunk(wavTag, channels, bytes * 8, [], rate);
}

/** A WAV file of these chunks. */
export function wavFile(...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const body = joinBytes([Uint8Array.from("WAVE", (letter) => letter.charCodeAt(0)), ...chunks]);
  return riffChunk("RIFF", body);
}
