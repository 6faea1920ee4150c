import { beforeAll, describe, expect, test } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import { createByteStore } from "../base/byte-store.ts";
import { type AudioFormat, isRaw, type RawFormat } from "../base/format.ts";
import type { AudioBytes } from "../base/source.ts";
import type { DecodingWays } from "../decoders/create-decoder.ts";
import type { Samples } from "../decoders/decoder.ts";
import { joinAudio, mpg123Only, webCodecsOnly } from "../decoders/decoding.fixture.ts";
import { startWorkerDecoder } from "../decoders/worker-decoder.ts";
import { createMp3FrameSplitter } from "../formats/mp3-frames.ts";
import { createWebAudioSink } from "../output/web-audio-sink.ts";
import { createDecodeAhead } from "./decode-ahead.ts";
import { createMp3Track, createRawTrack, type EncodedTrack } from "./encoded-track.ts";
import { createPlayout } from "./playout.ts";
import { cut, infoFrame, toneMp3, toneSamples } from "./tone.fixture.ts";

const mp3: AudioFormat = { codec: "mp3" };

interface SupplyAllOptions {
  readonly format: AudioFormat;
  readonly pieces: readonly AudioBytes[];
  readonly sampleRate: number;
  readonly from?: number;
  readonly capabilities?: DecodingWays;
}

/** Everything that is decoded ahead, piece by piece. */
function supplyAll({ format, pieces, sampleRate, from = 0, capabilities = webCodecsOnly }: SupplyAllOptions) {
  const store = createByteStore();
  const track: EncodedTrack = isRaw(format) ? createRawTrack(format, store) : createMp3Track(store);
  const given: (readonly Samples[])[] = [];
  for (const piece of pieces) {
    store.append(piece);
    track.note(piece);
  }
  return new Promise<readonly (readonly Samples[])[]>((resolve, reject) => {
    createDecodeAhead({
      format,
      capabilities,
      track,
      from,
      sampleRate,
      wants: () => true,
      finished: () => true,
      onAudio: (channels) => given.push(channels),
      onEnd: () => resolve(given),
      onError: reject,
    });
  });
}

async function firstChannel(options: SupplyAllOptions): Promise<Samples> {
  const given = await supplyAll(options);
  return (
    joinAudio(given.map((channels) => ({ sampleRate: options.sampleRate, channels }))).channels[0] ?? new Float32Array()
  );
}

/** Headerless 16-bit samples of a sine. */
function sinePcm(hertz: number, sampleRate: number, seconds: number): AudioBytes {
  const samples = Int16Array.from(
    { length: Math.round(sampleRate * seconds) },
    (_, index) => 16_000 * Math.sin((2 * Math.PI * hertz * index) / sampleRate),
  );
  return new Uint8Array(samples.buffer);
}

/** What a real audio context makes of `given`, when every piece of it is handed over by itself from 50 ms on. */
async function render(given: readonly (readonly Samples[])[], sampleRate: number, seconds: number): Promise<Samples> {
  const context = new OfflineAudioContext(1, sampleRate * seconds, sampleRate);
  const playout = createPlayout(createWebAudioSink(context));
  for (const channels of given) {
    playout.push(channels);
    if (playout.started) playout.update();
    else if (playout.ahead >= 0.05) playout.start();
  }
  playout.end();
  playout.update();
  const rendered = await context.startRendering();
  return rendered.getChannelData(0);
}

describe("PCM in a real audio context", () => {
  test.each([8_000, 16_000, 22_050, 24_000, 44_100, 48_000])("%i Hz: pitch, length, and no click", async (rate) => {
    const hertz = 440;
    const format: RawFormat = { codec: "pcm_s16le", sampleRate: rate, channels: 1 };
    const pieces = cut(sinePcm(hertz, rate, 1), 1_001);
    // One piece after the other, as they come from the network.
    const given: (readonly Samples[])[] = [];
    for (const channels of await supplyAll({ format, pieces, sampleRate: 48_000 })) {
      const [samples = new Float32Array()] = channels;
      for (let at = 0; at < samples.length; at += 997) given.push([samples.slice(at, at + 997)]);
    }
    const heard = await render(given, 48_000, 2);
    // Where a context that tells no latency begins.
    const soonest = createWebAudioSink(new OfflineAudioContext(1, 1, 48_000)).open();
    soonest.begin({ sure: [new Float32Array(1)], tail: [] }, 0, 0);
    const start = Math.round(soonest.time * 48_000);
    const worst = heard.slice(start + 200, start + 47_800).reduce((most, sample, index) => {
      const expected = (16_000 / 32_768) * Math.sin((2 * Math.PI * hertz * (index + 200)) / 48_000);
      return Math.max(most, Math.abs(sample - expected));
    }, 0);
    expect(worst).toBeLessThan(0.000_1);
    const end = heard.findLastIndex((sample) => Math.abs(sample) > 0.001);
    expect(Math.abs(end - start - 48_000)).toBeLessThan(60);
  });

  test("at the context's own rate every sample comes out as it went in", async () => {
    const samples = toneSamples(1, 48_000).map((sample) => sample + 0.000_01) as Samples;
    const pieces = Array.from({ length: 100 }, (_, index) => [samples.slice(index * 480, (index + 1) * 480)]);
    const heard = await render(pieces, 48_000, 2);
    const start = heard.findIndex((sample) => sample !== 0);
    expect(heard.slice(start, start + 48_000)).toEqual(samples);
    expect(heard.slice(start + 48_000).every((sample) => sample === 0)).toBe(true);
  });
});

test("at volume 0 a real audio context puts out nothing", async () => {
  const context = new OfflineAudioContext(1, 4_800, 48_000);
  const sink = createWebAudioSink(context);
  sink.setVolume(0);
  sink.open().begin({ sure: [toneSamples(0.1, 48_000) as Samples], tail: [] }, 0, 0);
  const heard = (await context.startRendering()).getChannelData(0);
  expect(heard.every((sample) => sample === 0)).toBe(true);
});

describe.each([
  ["WebCodecs", webCodecsOnly],
  ["mpg123", mpg123Only],
])("MP3 by %s", (_, capabilities) => {
  let streams: readonly AudioBytes[] = [];

  beforeAll(async () => {
    const plain = await toneMp3({ seconds: 1 });
    const frames = createMp3FrameSplitter().push(plain).length;
    const finished = joinBytes([infoFrame(576, frames * 576 - 576 - 22_050, frames), plain]);
    streams = [
      plain,
      finished,
      await toneMp3({ seconds: 1, bitrate: 192 }),
      await toneMp3({ seconds: 1, vbrQuality: 5 }),
    ];
  });

  test("from any sample on it is the same sound as from the start", async () => {
    for (const stream of streams) {
      const whole = await firstChannel({ format: mp3, pieces: [stream], sampleRate: 22_050, capabilities });
      const rate = createTrackOf(stream).sampleRate ?? 0;
      for (const seconds of [0.01, 0.2, 0.5, 0.93]) {
        const from = Math.round(seconds * rate);
        const part = await firstChannel({ format: mp3, pieces: [stream], sampleRate: 22_050, from, capabilities });
        const expected = whole.slice(Math.round((from / rate) * 22_050));
        expect(Math.abs(part.length - expected.length)).toBeLessThanOrEqual(1);
        // The resampler begins anew, and a place between two samples is rounded: so only the middle is compared.
        const difference = expected.slice(100, 500).map((sample, index) => sample - (part[index + 100] ?? 0));
        expect(Math.max(...difference.map(Math.abs))).toBeLessThan(rate === 22_050 ? 0.001 : 0.08);
      }
    }
  });

  test("the track knows the exact length that is given out", async () => {
    for (const stream of streams) {
      const track = createTrackOf(stream);
      const rate = track.sampleRate ?? 0;
      expect(
        await firstChannel({ format: mp3, pieces: cut(stream, 333), sampleRate: rate, capabilities }),
      ).toHaveLength(track.samples);
    }
    expect(createTrackOf(streams[1] ?? new Uint8Array()).samples).toBe(22_050);
  });
});

test("four seconds are decoded in some turns of a busy page, fewer by far than these have frames", async () => {
  const stream = await toneMp3({ seconds: 4 });
  expect(createMp3FrameSplitter().push(stream).length).toBeGreaterThan(150);
  const capabilities = { ...webCodecsOnly, mp3Beside: await startWorkerDecoder() };
  const { port1, port2 } = new MessageChannel();
  let turns = 0;
  port1.onmessage = () => {
    turns += 1;
    for (const until = performance.now() + 30; performance.now() < until; );
    port2.postMessage(undefined);
  };
  port2.postMessage(undefined);
  await supplyAll({ format: mp3, pieces: [stream], sampleRate: 22_050, capabilities });
  port1.close();
  expect(turns).toBeLessThan(100);
});

test("every place to cut an MP3 gives the same sound", { timeout: 60_000 }, async () => {
  const stream = (await toneMp3({ seconds: 0.2 })).slice(0, 900);
  const whole = await firstChannel({ format: mp3, pieces: [stream], sampleRate: 48_000 });
  expect(whole.length).toBeGreaterThan(4 * 1_200);
  for (let at = 0; at <= stream.length; at += 1) {
    const pieces = [stream.slice(0, at), stream.slice(at)];
    const other = await firstChannel({ format: mp3, pieces, sampleRate: 48_000 });
    if (other.length !== whole.length || other.some((sample, index) => sample !== whole[index])) {
      expect.fail(`other samples when cut at ${at}`);
    }
  }
});

function createTrackOf(stream: AudioBytes): EncodedTrack {
  const store = createByteStore();
  const track = createMp3Track(store);
  store.append(stream);
  track.note(stream);
  return track;
}
