import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import { detectCapabilities } from "../base/capabilities.ts";
import { sampleCodecs } from "../formats/sample-layout.ts";
import { formatChunk, formatOf, riffChunk, wavFile } from "../formats/wav.fixture.ts";
import { cut } from "../players/tone.fixture.ts";
import { decodeAll } from "./decoding.fixture.ts";

const none = detectCapabilities({});
const decode = (...pieces: readonly Uint8Array<ArrayBuffer>[]) => decodeAll({ codec: "wav" }, none, pieces);
/** All samples of the first channel. */
const first = async (...pieces: readonly Uint8Array<ArrayBuffer>[]) => [
  ...((await decode(...pieces)).channels[0] ?? []),
];

describe("the WAV decoder", () => {
  const four = new Uint8Array(Int16Array.of(0, 0x4000, -0x8000, 0x2000).buffer);
  const data = riffChunk("data", four);
  const note = riffChunk("LIST", Uint8Array.of(1, 2, 3));
  const file = wavFile(note, formatOf("pcm_s16le"), note, data, note);

  it("gives the same samples however the file is cut", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: file.length - 1 }), { maxLength: 12 }), async (places) => {
        const cuts = [0, ...[...places].sort((a, b) => a - b), file.length];
        const pieces = cuts.slice(1).map((end, index) => file.slice(cuts[index], end));
        expect(await first(...pieces)).toEqual([0, 0.5, -1, 0.25]);
      }),
    );
    expect(await first(...cut(file, 1))).toEqual([0, 0.5, -1, 0.25]);
  });

  it("reads each channel", async () => {
    expect(await decode(wavFile(formatOf("pcm_s16le", 2, 44_100), data))).toEqual({
      sampleRate: 44_100,
      channels: [Float32Array.of(0, -1), Float32Array.of(0.5, 0.25)],
    });
  });

  const guid = [22, 0, 0, 0, 0, 0, 0, 0, 1, 0];
  it.each([
    ["8 bits", formatOf("pcm_u8"), Uint8Array.of(0x80, 0xc0, 0x00), [0, 0.5, -1]],
    ["24 bits", formatOf("pcm_s24le"), Uint8Array.of(0, 0, 0x40, 0, 0, 0x80), [0.5, -1]],
    ["32 bits", formatOf("pcm_s32le"), new Uint8Array(Int32Array.of(0x40000000).buffer), [0.5]],
    ["floating point", formatOf("pcm_f32le"), new Uint8Array(Float32Array.of(0.5, -0.25).buffer), [0.5, -0.25]],
    [
      "floating point of 64 bits",
      formatOf("pcm_f64le"),
      new Uint8Array(Float64Array.of(0.5, -0.25).buffer),
      [0.5, -0.25],
    ],
    ["A-law", formatOf("pcm_alaw"), Uint8Array.of(0xd5, 0xaa, 0x2a), [8 / 0x8000, 32_256 / 0x8000, -32_256 / 0x8000]],
    ["mu-law", formatOf("pcm_mulaw"), Uint8Array.of(0xff, 0x80), [0, 32_124 / 0x8000]],
    ["an extensible format", formatChunk(0xfffe, 1, 16, guid), Uint8Array.of(0, 0x40), [0.5]],
  ])("reads %s", async (_, format, samples, expected) => {
    expect(await first(wavFile(format, riffChunk("data", samples)))).toEqual(expected);
  });

  it("knows a name and a size of its own for every layout", () => {
    expect(new Set(sampleCodecs.map((name) => formatOf(name).join())).size).toBe(sampleCodecs.length);
  });

  it.each([
    ["no size", 0],
    ["the largest size", 0xffff_ffff],
    ["more than comes", 1_000],
  ])("reads to the end where the file says %s", async (_, said) => {
    expect(await first(wavFile(formatOf("pcm_s16le"), riffChunk("data", four, said)))).toEqual([0, 0.5, -1, 0.25]);
  });

  it("reads what a file of more than 4 GB says of its size", async () => {
    const sizes = new Uint8Array(28);
    new DataView(sizes.buffer).setBigUint64(8, 4n, true);
    const large = wavFile(riffChunk("ds64", sizes), formatOf("pcm_s16le"), riffChunk("data", four, 0xffff_ffff));
    large.set(Uint8Array.from("RF64", (letter) => letter.charCodeAt(0)));
    expect(await first(large)).toEqual([0, 0.5]);
  });

  it.each([
    ["a codec of its own", wavFile(formatChunk(0x55, 1, 0), data)],
    ["no format before the samples", wavFile(data)],
    ["no channel", wavFile(formatChunk(1, 0, 16), data)],
    ["a rate that no browser takes", wavFile(formatOf("pcm_s16le", 1, 3_000_000), data)],
    [
      "samples in larger places",
      wavFile(joinBytes([formatOf("pcm_s16le").slice(0, 20), Uint8Array.of(4, 0, 16, 0)]), data),
    ],
    ["another name in front", joinBytes([Uint8Array.of(1), file])],
    ["an end before the samples", file.slice(0, 30)],
  ])("leaves %s to the browser", async (_, strange) => {
    await expect(decode(strange)).rejects.toMatchObject({ name: "PlaybackError", code: "unsupported" });
  });
});
