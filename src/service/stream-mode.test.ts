import { mulaw } from "alawmulaw";
import { MPEGDecoder } from "mpg123-decoder";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keys, type RunningService, startService } from "./service.fixture.ts";
import { medianFundamental, rootMeanSquare } from "./synthesis/fundamental-frequency.fixture.ts";

const text = "The night train leaves at ten, and you can hear it long before you see it.";
const request = { model: "streamspeech-v8", input: text, voice: "Noah", stream: true };
const sampleRate = 22_050;

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function answerOf(body: object) {
  const response = await service.speak(body);
  expect(response.status).toBe(200);
  return {
    type: response.headers.get("content-type"),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

function pcmSamples(bytes: Buffer): Float32Array {
  return Float32Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readInt16LE(index * 2) / 32_768);
}

/** What one hears of an answer: seconds, median fundamental in Hz, level in dB. */
function heard(samples: Float32Array) {
  return {
    seconds: samples.length / sampleRate,
    pitch: medianFundamental(samples, sampleRate),
    level: 20 * Math.log10(rootMeanSquare(samples)),
  };
}

describe("stream mode (section 2.3)", () => {
  test("is MP3 unless one asks for samples", async () => {
    const { type, bytes } = await answerOf({ ...request, Bitrate: "64k" });
    expect(type).toBe("audio/mpeg");
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { channelData } = decoder.decode(bytes);
    decoder.free();
    const { seconds, level } = heard(channelData[0] ?? new Float32Array());
    expect(seconds).toBeGreaterThan(3);
    expect(level).toBeGreaterThan(-30);
  });

  test.each([
    ["Codec: pcm_s16le", { Codec: "pcm_s16le" }],
    ["codec: pcm_s16le with response_format: pcm", { codec: "pcm_s16le", response_format: "pcm" }],
    ["response_format: pcm alone", { response_format: "pcm" }],
  ])("%s is 16-bit mono at 22,050 Hz without a header", async (_what, fields) => {
    const { type, bytes } = await answerOf({ ...request, ...fields });
    expect(type).toBe("audio/pcm;rate=22050;channels=1");
    expect(bytes.length % 2).toBe(0);
    const { seconds, pitch, level } = heard(pcmSamples(bytes));
    expect(seconds).toBeGreaterThan(3);
    expect(seconds).toBeLessThan(8);
    expect(pitch).toBeGreaterThan(70);
    expect(pitch).toBeLessThan(180);
    expect(level).toBeGreaterThan(-30);
  });

  test("pcm_mulaw is the same sound in half the bytes", async () => {
    const [linear, compressed] = await Promise.all([
      answerOf({ ...request, Codec: "pcm_s16le" }),
      answerOf({ ...request, Codec: "pcm_mulaw" }),
    ]);
    expect(compressed.type).toBe("audio/pcmu;rate=22050;channels=1");
    const plain = heard(pcmSamples(linear.bytes));
    const decoded = heard(Float32Array.from(mulaw.decode(new Uint8Array(compressed.bytes)), (value) => value / 32_768));
    expect(Math.abs(decoded.seconds / plain.seconds - 1)).toBeLessThan(0.03);
    expect(Math.abs(decoded.level - plain.level)).toBeLessThan(1);
    expect(Math.abs(decoded.pitch / plain.pitch - 1)).toBeLessThan(0.06);
  });

  test.each([
    ["pcm against libmp3lame", { Codec: "libmp3lame", response_format: "pcm" }, "response_format", "conflict"],
    ["mp3 against pcm_s16le", { Codec: "pcm_s16le", response_format: "mp3" }, "response_format", "conflict"],
    ["wav", { response_format: "wav" }, "response_format", "value_not_allowed"],
    ["a codec that isn't there", { codec: "opus" }, "codec", "value_not_allowed"],
    ["timestamps", { TimestampType: "word" }, "TimestampType", "not_applicable"],
    ["a temperature below 0.1", { Temperature: 0.09 }, "Temperature", "out_of_range"],
    ["a temperature above 0.8", { temperature: 0.81 }, "temperature", "out_of_range"],
    ["1,001 characters", { input: "字".repeat(1_001) }, "input", "text_too_long"],
  ])("refuses %s", async (_what, fields, param, code) => {
    const response = await service.speak({ ...request, ...fields });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { param, code } });
  });

  test("takes 1,000 characters, and its first bytes are there before the rest is made", async () => {
    const spoken = () => service.log.filter(({ characters }) => characters === 1_000).length;
    const response = await service.speak({ ...request, voice: "Mei", input: "夜里的火车十点出发，".repeat(100) });
    const reader = response.body?.getReader();
    expect((await reader?.read())?.value?.length).toBeGreaterThan(0);
    expect(spoken()).toBe(0);
    while ((await reader?.read())?.done === false);
    await expect.poll(spoken).toBe(1);
  });

  test("varies more from run to run as the temperature rises", async () => {
    const spread = async (temperature: number) => {
      const runs = await Promise.all(
        Array.from({ length: 16 }, async () => {
          const { bytes } = await answerOf({
            ...request,
            input: "Here is one sentence.",
            Codec: "pcm_s16le",
            temperature,
          });
          return heard(pcmSamples(bytes));
        }),
      );
      const ratio = (values: readonly number[]) => Math.max(...values) / Math.min(...values) - 1;
      return { pitch: ratio(runs.map((run) => run.pitch)), length: ratio(runs.map((run) => run.seconds)) };
    };
    const calm = await spread(0.1);
    const lively = await spread(0.8);
    expect(lively.length).toBeGreaterThan(2 * calm.length);
    expect(lively.pitch).toBeGreaterThan(0.02);
  });

  test("varies in the same way for the same Idempotency-Key, in another for another", async () => {
    const spokenFor = async (key: string) => {
      const response = await service.request("/v1/audio/speech", {
        method: "POST",
        key: keys.all,
        headers: { "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({ ...request, Codec: "pcm_s16le", temperature: 0.8 }),
      });
      return heard(pcmSamples(Buffer.from(await response.arrayBuffer())));
    };
    const [first, again, other] = [await spokenFor("d"), await spokenFor("d"), await spokenFor("e")];
    // The engine's noise goes on from one request to the next, not to the byte: of 24 answers to one key the lengths
    // differed by 0.4 % at most and the pitches by 3 %. The other key's draw is 3.5 % longer and 8 % higher.
    expect(Math.abs(again.seconds / first.seconds - 1)).toBeLessThan(0.015);
    expect(Math.abs(again.pitch / first.pitch - 1)).toBeLessThan(0.045);
    expect(other.seconds / first.seconds - 1).toBeGreaterThan(0.02);
    expect(other.pitch / first.pitch - 1).toBeGreaterThan(0.045);
  });
});
