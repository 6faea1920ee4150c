import { expect, test } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import type { AudioFormat } from "../base/format.ts";
import { cut, infoFrame, toneMp3, toneWav } from "../players/tone.fixture.ts";
import { createAudioMeter } from "./audio-facts.ts";

function measure(format: AudioFormat, ...pieces: readonly Uint8Array[]) {
  const meter = createAudioMeter(format);
  for (const piece of pieces) meter.append(piece);
  return meter.facts();
}

test("nothing is known of nothing", () => {
  expect(measure({ codec: "mp3" })).toEqual({ bytes: 0 });
});

test.each([
  [64, 22_050],
  [192, 44_100],
] as const)("MP3 at %i kbit/s", async (bitrate, sampleRate) => {
  const tone = await toneMp3({ seconds: 0.8, bitrate });
  const { duration, ...facts } = measure({ codec: "mp3" }, ...cut(tone, 333));
  expect(facts).toEqual({ bytes: tone.length, sampleRate, channels: 1, bitrate, constantBitrate: true });
  // The encoder adds its delay and fills the last frame: up to four frames in all.
  expect(duration).toBeGreaterThanOrEqual(0.8);
  expect(duration).toBeLessThan(0.8 + (4 * 1152) / sampleRate);
});

test("MP3 of a variable bitrate has a mean and is marked so", async () => {
  const tone = await toneMp3({ seconds: 1, vbrQuality: 4 });
  const facts = measure({ codec: "mp3" }, tone);
  expect(facts.constantBitrate).toBe(false);
  expect(facts.bitrate).toBeCloseTo((tone.length * 8) / (facts.duration ?? 0) / 1000, -1);
});

test("an Info frame makes the duration exact to the sample", async () => {
  const tone = await toneMp3({ seconds: 0.8 });
  const samples = Math.round((measure({ codec: "mp3" }, tone).duration ?? 0) * 22_050);
  const padding = samples - 576 - 17_640;
  const facts = measure({ codec: "mp3" }, infoFrame(576, padding, samples / 576), tone);
  expect(Math.round((facts.duration ?? 0) * 22_050)).toBe(17_640);
});

test("headerless samples are measured by their number", () => {
  const second = new Uint8Array(16_000);
  expect(measure({ codec: "pcm_s16le", sampleRate: 8_000, channels: 1 }, second)).toEqual({
    bytes: 16_000,
    sampleRate: 8_000,
    channels: 1,
    bitrate: 128,
    duration: 1,
  });
  expect(measure({ codec: "pcm_mulaw", sampleRate: 8_000, channels: 1 }, second).duration).toBe(2);
});

test.each<[string, AudioFormat, Uint8Array]>([
  ["a tag alone", { codec: "mp3" }, Uint8Array.of(0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 35, ...new Uint8Array(35))],
  ["an Info frame alone", { codec: "mp3" }, infoFrame(576, 0, 0)],
  ["a WAV file's head alone", { codec: "wav" }, toneWav(0)],
  ["a WAV file's head alone, of more", { codec: "wav" }, toneWav(1).slice(0, 44)],
  ["a WAV file that ends within its head", { codec: "wav" }, toneWav(1).slice(0, 40)],
  ["a WAV file that ends within its first sample", { codec: "wav" }, toneWav(1).slice(0, 45)],
  ["half a sample", { codec: "pcm_s16le", sampleRate: 8_000, channels: 1 }, Uint8Array.of(1)],
])("%s is without any sound", (_, format, bytes) => {
  expect(measure(format, bytes).noise).toBe(true);
});

test.each<[string, AudioFormat, Uint8Array]>([
  ["a WAV file's first sample", { codec: "wav" }, toneWav(1).slice(0, 46)],
  ["a sample", { codec: "pcm_s16le", sampleRate: 22_050, channels: 1 }, Uint8Array.of(1, 0)],
  ["what is no WAV file, and may be something else", { codec: "wav" }, new Uint8Array(100)],
  ["a WAV file whose head is longer than what is read of it", { codec: "wav" }, longHeaded()],
])("%s isn't without any sound", (_, format, bytes) => {
  expect(measure(format, bytes).noise).toBeUndefined();
});

/** A WAV file with two megabytes of notes in front of its sound. */
function longHeaded(): Uint8Array {
  const notes = new Uint8Array(8 + (2 << 20));
  notes.set(new TextEncoder().encode("LIST"));
  new DataView(notes.buffer).setUint32(4, notes.length - 8, true);
  const tone = toneWav(1);
  return joinBytes([tone.slice(0, 36), notes, tone.slice(36)]);
}

test("of other formats only the size is known", () => {
  expect(measure({ codec: "ogg" }, new Uint8Array(7))).toEqual({ bytes: 7 });
});
