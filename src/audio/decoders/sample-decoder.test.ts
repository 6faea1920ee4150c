import { expect, test } from "vitest";
import { detectCapabilities } from "../base/capabilities.ts";
import type { RawFormat } from "../base/format.ts";
import type { AudioBytes } from "../base/source.ts";
import { cut } from "../players/tone.fixture.ts";
import { decodeAll } from "./decoding.fixture.ts";

const none = detectCapabilities({});
const bytes: AudioBytes = Uint8Array.from({ length: 241 }, (_, index) => (index * 89 + 7) & 255);

const formats: readonly RawFormat[] = [
  { codec: "pcm_s16le", sampleRate: 22_050, channels: 1 },
  { codec: "pcm_s16le", sampleRate: 48_000, channels: 2 },
  { codec: "pcm_mulaw", sampleRate: 8_000, channels: 1 },
  { codec: "pcm_mulaw", sampleRate: 8_000, channels: 2 },
];

test("16-bit samples, two channels", async () => {
  const pieces = [Uint8Array.from([0x00, 0x80, 0xff, 0x7f, 0x00, 0x40, 0x01, 0x00])];
  const audio = await decodeAll({ codec: "pcm_s16le", sampleRate: 16_000, channels: 2 }, none, pieces);
  expect(audio).toEqual({
    sampleRate: 16_000,
    channels: [Float32Array.of(-1, 0.5), Float32Array.of(32_767 / 32_768, 1 / 32_768)],
  });
});

test("mu-law by the tables of ITU-T G.711", async () => {
  const pieces = [Uint8Array.from([0x00, 0x80, 0xff, 0x7f, 0x8f])];
  const { channels } = await decodeAll({ codec: "pcm_mulaw", sampleRate: 8_000, channels: 1 }, none, pieces);
  expect([...(channels[0] ?? [])].map((sample) => sample * 32_768)).toEqual([-32_124, 32_124, 0, -0, 16_764]);
});

test.each(formats)(
  "$codec with $channels channels: every cut and single bytes give the same samples",
  async (format) => {
    const whole = await decodeAll(format, none, [bytes]);
    for (let at = 0; at <= bytes.length; at += 1) {
      expect(await decodeAll(format, none, [bytes.slice(0, at), bytes.slice(at)])).toEqual(whole);
    }
    expect(await decodeAll(format, none, cut(bytes, 1))).toEqual(whole);
  },
);
