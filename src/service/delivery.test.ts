import { MPEGDecoder } from "mpg123-decoder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mp3FrameHeaders } from "../audio/formats/mp3-frames.fixture.ts";
import { type RunningService, startService } from "./service.fixture.ts";
import { medianFundamental, rootMeanSquare } from "./synthesis/fundamental-frequency.fixture.ts";

const text = "The night train leaves at ten. You can hear it long before you see it, and then the lights come.";
const cloud = { model: "cloud-tts", input: text, voice: "en-US-AriaNeural" };
const stream = { model: "streamspeech-v8", input: text, voice: "Noah" };

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function bytesOf(body: object): Promise<Uint8Array> {
  const response = await service.speak(body);
  expect(response.status).toBe(200);
  return new Uint8Array(await response.arrayBuffer());
}

/** What a client hears: seconds, median fundamental in Hz, level in dB. */
async function measure(body: object) {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate } = decoder.decode(await bytesOf(body));
  decoder.free();
  const [samples = new Float32Array()] = channelData;
  return {
    seconds: samples.length / sampleRate,
    pitch: medianFundamental(samples, sampleRate),
    level: 20 * Math.log10(rootMeanSquare(samples)),
  };
}

describe("Model A, as it is heard by a client (section 2.2)", () => {
  test.each([0.25, 0.5, 0.8, 1.5, 2, 4])("speed %d divides the duration", async (speed) => {
    const [natural, changed] = await Promise.all([measure(cloud), measure({ ...cloud, speed })]);
    expect(Math.abs((changed.seconds * speed) / natural.seconds - 1)).toBeLessThan(0.03);
  });

  test.each([-80, -40, 50, 100])("pitch %d moves the median fundamental by so many hertz", async (pitch) => {
    const [natural, changed] = await Promise.all([measure(cloud), measure({ ...cloud, pitch })]);
    expect(Math.abs(changed.pitch / (natural.pitch + pitch) - 1)).toBeLessThan(0.06);
    expect(Math.abs(changed.seconds / natural.seconds - 1)).toBeLessThan(0.03);
  });

  test.each([0.25, 0.5, 1.4])("volume %d multiplies the level", async (volume) => {
    const [natural, changed] = await Promise.all([measure(cloud), measure({ ...cloud, volume })]);
    expect(Math.abs(changed.level - natural.level - 20 * Math.log10(volume))).toBeLessThan(1);
  });

  test("volume 0 is silence of the same length", async () => {
    const [natural, silent] = await Promise.all([measure(cloud), measure({ ...cloud, volume: 0 })]);
    expect(silent.level).toBeLessThan(-80);
    expect(Math.abs(silent.seconds / natural.seconds - 1)).toBeLessThan(0.03);
  });

  test("the same voice sounds the same each time, and another one different", async () => {
    const [one, again, other] = await Promise.all([
      measure(cloud),
      measure(cloud),
      measure({ ...cloud, voice: "en-US-GuyNeural" }),
    ]);
    expect(Math.abs(again.pitch / one.pitch - 1)).toBeLessThan(0.01);
    expect(other.pitch / one.pitch).toBeLessThan(0.8);
  });
});

describe("Model B, as it is heard by a client (section 2.3)", () => {
  test.each([-1, -0.5, 0.3, 1])("Speed %d is two to its power", async (speed) => {
    const [natural, changed] = await Promise.all([measure(stream), measure({ ...stream, Speed: speed })]);
    expect(Math.abs((changed.seconds * 2 ** speed) / natural.seconds - 1)).toBeLessThan(0.03);
  });

  test.each([0.5, 0.8, 1.2, 1.5])("Pitch %d multiplies the median fundamental", async (pitch) => {
    const [natural, changed] = await Promise.all([measure(stream), measure({ ...stream, Pitch: pitch })]);
    expect(Math.abs(changed.pitch / natural.pitch / pitch - 1)).toBeLessThan(0.06);
  });

  test.each(["16k", "32k", "48k", "64k", "128k", "192k", "256k", "320k"])("%s is true CBR", async (bitrate) => {
    const frames = mp3FrameHeaders(await bytesOf({ ...stream, Bitrate: bitrate }));
    expect(frames.length).toBeGreaterThan(50);
    expect(new Set(frames.map((frame) => `${frame.bitrate}k`))).toEqual(new Set([bitrate]));
  });

  test("192k unless another bitrate is asked for", async () => {
    expect(new Set(mp3FrameHeaders(await bytesOf(stream)).map((frame) => frame.bitrate))).toEqual(new Set([192]));
  });
});
