import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MPEGDecoder } from "mpg123-decoder";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FolderContent } from "../content/folder-content.ts";
import { mp3Bitrates, mp3SampleRate, type SpeechFormat } from "../synthesis/formats.ts";
import { createToneSynthesizer, tone, wordSamples } from "../tone.fixture.ts";
import { infoFrameBytes } from "./info-frame.ts";
import { bytesInFront, writeSound } from "./sound-file.ts";

const words = 23;
const made = Array.from({ length: words }, (_, index) => tone(index * wordSamples));
const voice = {
  language: "en-us",
  spokenLanguage: "en",
  timbre: { f0: 120, formantScale: 1, flutter: 0, roughness: 0, brightness: 100, liveliness: 1 },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sound-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function write(format: SpeechFormat): Promise<Buffer> {
  const utterance = { text: "word ".repeat(words), voice, speed: 1, volume: 1, variation: 0, format };
  const synthesis = createToneSynthesizer().speak(
    { ...utterance, pitch: { multiplier: 1, offset: 0 } },
    new AbortController().signal,
  );
  const size = await new FolderContent(folder).create("sound", bytesInFront(format), (write) =>
    writeSound(write, format, synthesis, () => undefined),
  );
  const bytes = await readFile(join(folder, "sound"));
  expect(bytes.length).toBe(size);
  return bytes;
}

async function decode(bytes: Uint8Array): Promise<{ samples: Float32Array; sampleRate: number }> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(bytes);
  decoder.free();
  return { samples: channelData[0] ?? new Float32Array(), sampleRate };
}

/** The error of a decoded tone against the one that was encoded, shifted by a number of samples. */
function error(decoded: Float32Array, rate: number, shift: number): number {
  const factor = rate / 22_050;
  let sum = 0;
  let energy = 0;
  for (let word = 0; word < words; word++) {
    for (let index = 100; index < wordSamples / 2 - 100; index++) {
      const wanted = made[word]?.[index] ?? 0;
      const heard = decoded[Math.round((word * wordSamples + index) * factor) + shift] ?? 0;
      sum += (wanted - heard) ** 2;
      energy += wanted ** 2;
    }
  }
  return Math.sqrt(sum / energy);
}

test.each(mp3Bitrates)("at %i kbit/s what is decoded is what was made, to the sample", async (bitrate) => {
  const bytes = await write({ codec: "mp3", bitrate });
  const { samples, sampleRate } = await decode(bytes);
  expect(sampleRate).toBe(mp3SampleRate(bitrate));
  expect(samples.length).toBe(Math.round((words * wordSamples * sampleRate) / 22_050));
  const errors = [-3, -2, -1, 0, 1, 2, 3].map((shift) => error(samples, sampleRate, shift));
  // A rate that isn't a multiple of the engine's puts the sound between two samples.
  if (bitrate >= 32) expect(errors.indexOf(Math.min(...errors))).toBe(3);
  expect(errors[3]).toBeLessThan(0.1);
});

test.each(mp3Bitrates)("at %i kbit/s the count of frames is the number of frames", async (bitrate) => {
  const bytes = await write({ codec: "mp3", bitrate });
  const skipped = infoFrameBytes(bitrate);
  const mpeg1 = mp3SampleRate(bitrate) === 44_100;
  const frameBytes = ((mpeg1 ? 144 : 72) * bitrate * 1000) / mp3SampleRate(bitrate);
  let frames = 0;
  let position = skipped;
  while (position < bytes.length) {
    expect(bytes[position]).toBe(0xff);
    position += Math.floor(frameBytes) + (((bytes[position + 2] ?? 0) >> 1) & 1);
    frames++;
  }
  expect(position).toBe(bytes.length);
  const tag = bytes.indexOf("Info");
  expect(tag).toBe(mpeg1 ? 21 : 13);
  expect(bytes.readUInt32BE(tag + 8)).toBe(frames);
  expect(bytes.readUInt32BE(tag + 12)).toBe(bytes.length);
});

test("a finished WAV says how long it is", async () => {
  const bytes = await write({ codec: "wav", sampleRate: 22_050 });
  expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
  expect(bytes.readUInt32LE(40)).toBe(words * wordSamples * 2);
  expect(bytes.length).toBe(44 + words * wordSamples * 2);
});
