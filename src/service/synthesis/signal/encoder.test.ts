import { mulaw } from "alawmulaw";
import { describe, expect, it } from "vitest";
import { sampleEncoder, streamingWavHeader } from "./encoder.ts";

describe("encoding samples", () => {
  it("writes 16-bit little-endian samples without a header", () => {
    const encoder = sampleEncoder({ codec: "pcm_s16le", sampleRate: 22_050 });
    expect(Array.from(encoder.encode(Float32Array.of(0, 1, -1, 256 / 32_768)))).toEqual([
      0, 0, 0xff, 0x7f, 0, 0x80, 0, 1,
    ]);
    expect(encoder.finish()).toHaveLength(0);
  });

  it("writes mu-law that decodes to within its own steps", () => {
    const encoder = sampleEncoder({ codec: "pcm_mulaw", sampleRate: 22_050 });
    const bytes = encoder.encode(Float32Array.of(0, 0.5, -0.5, 0.01));
    const decoded = Array.from(mulaw.decode(bytes), (sample) => sample / 32_768);
    for (const [index, expected] of [0, 0.5, -0.5, 0.01].entries()) {
      expect(Math.abs((decoded[index] ?? 1) - expected)).toBeLessThanOrEqual(Math.abs(expected) * 0.04 + 0.0005);
    }
  });

  it("puts a RIFF header of unknown length in front of the first samples of a WAV only", () => {
    const encoder = sampleEncoder({ codec: "wav", sampleRate: 22_050 });
    const first = encoder.encode(Float32Array.of(0.5));
    expect(first.subarray(0, 44)).toEqual(streamingWavHeader(22_050));
    expect(first).toHaveLength(46);
    expect(encoder.encode(Float32Array.of(0.5))).toHaveLength(2);
    const header = Buffer.from(streamingWavHeader(22_050));
    expect(header.toString("latin1", 0, 4) + header.toString("latin1", 8, 16) + header.toString("latin1", 36, 40)).toBe(
      "RIFFWAVEfmt data",
    );
    expect([header.readUInt32LE(4), header.readUInt32LE(24), header.readUInt32LE(28), header.readUInt32LE(40)]).toEqual(
      [0xffffffff, 22_050, 44_100, 0xffffffff],
    );
  });

  it("resamples to 24,000 Hz", () => {
    const encoder = sampleEncoder({ codec: "pcm_s16le", sampleRate: 24_000 });
    const bytes = encoder.encode(new Float32Array(22_050)).length + encoder.finish().length;
    expect(bytes).toBe(48_000);
  });
});
