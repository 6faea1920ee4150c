import { createEncoder } from "wasm-media-encoders";
import program from "wasm-media-encoders/wasm/mp3?url";
import { createSampleReader } from "../analysis/peaks/samples.ts";
import type { AudioFormat } from "../base/format.ts";

/** Kilobits per second of one channel and of two: a voice needs no more, and one of a telephone half of it. */
const bitrates = { narrow: { 1: 32, 2: 64 }, wide: { 1: 64, 2: 128 } } as const;
/** The highest rate of a telephone's voice, in hertz. */
const narrowRate = 12_000;
/** The rates that MP3 has, in hertz, and what others become. */
const rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000] as const;
const usualRate = 44_100;
/** Bytes that are encoded at once: some seconds of sound, so that the page stays awake between them. */
const pieceBytes = 128 * 1024;

/**
 * A finished sound as MP3, encoded piece by piece. Undefined where it can't be decoded here. Rejects where the encoder
 * doesn't come.
 */
export async function encodeMp3(sound: Blob, format: AudioFormat): Promise<Blob | undefined> {
  const answer = await fetch(program);
  if (!answer.ok) throw new Error(`The encoder doesn't come: ${answer.status}.`);
  const encoder = await createEncoder("audio/mpeg", await answer.arrayBuffer());
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let count: 1 | 2 | undefined;
  const reader = await createSampleReader(format, ({ sampleRate, channels }) => {
    if (count === undefined) {
      count = channels.length === 1 ? 1 : 2;
      const outputSampleRate = rates.find((rate) => rate === sampleRate) ?? usualRate;
      const bitrate = bitrates[sampleRate > narrowRate ? "wide" : "narrow"][count];
      encoder.configure({ sampleRate, channels: count, bitrate, outputSampleRate });
    }
    parts.push(encoder.encode(channels.slice(0, count)).slice());
  });
  if (reader === undefined) return undefined;
  for (let at = 0; at < sound.size; at += pieceBytes)
    await reader.read(new Uint8Array(await sound.slice(at, at + pieceBytes).arrayBuffer()));
  await reader.flush();
  if (count === undefined) return undefined;
  return new Blob([...parts, encoder.finalize().slice()], { type: "audio/mpeg" });
}
