import { describe, expect, it } from "vitest";
import { playableFileOf } from "./playable-file.ts";
import { formatChunk, riffChunk, wavFile } from "./wav.fixture.ts";
import { wavHeader } from "./wav.ts";
import { readWavFacts } from "./wav-facts.ts";

const format = { codec: "pcm_s16le", sampleRate: 24_000, channels: 1 } as const;
const file = (said: number, there: number) => new Blob([wavHeader(format, said), new Uint8Array(there)]);

describe("a WAV file's header", () => {
  it("says how long it lasts", async () => {
    expect(await readWavFacts(file(72_000, 72_000))).toEqual({
      duration: 1.5,
      sampleRate: 24_000,
      channels: 1,
      bitrate: 384,
    });
  });

  it.each([
    ["0, as streaming programs write it", 0],
    ["beyond the file", 0xffff_ffff],
  ])("with a size of %s counts what is there", async (_, said) => {
    expect((await readWavFacts(file(said, 48_000))).duration).toBe(1);
  });

  it.each([0, 0xffff_ffff, 96_000])(
    "without its length (%i) is told as such, and gets it where it is played",
    async (said) => {
      const blob = file(said, 48_000);
      const facts = { bytes: blob.size, ...(await readWavFacts(blob)) };
      expect(facts).toMatchObject({ duration: 1, unsized: { codec: "pcm_s16le", start: 44 } });
      const playable = playableFileOf({ format: { codec: "wav" }, facts, blob });
      expect(await playable.arrayBuffer()).toEqual(await file(48_000, 48_000).arrayBuffer());
    },
  );

  it("of a codec that isn't plain samples still says how long it lasts", async () => {
    const adpcm = wavFile(formatChunk(0x11, 1, 4), riffChunk("data", new Uint8Array(8_000)));
    expect(await readWavFacts(new Blob([adpcm]))).toEqual({ channels: 1, sampleRate: 8_000, bitrate: 32, duration: 2 });
  });

  it("doesn't count what stands behind the samples", async () => {
    expect((await readWavFacts(file(48_000, 50_000))).duration).toBe(1);
  });

  it.each([["nothing"], ["RIFF"], ["ID3 something that is no WAV file at all, but long enough"]])(
    "of %j says nothing",
    async (text) => {
      expect(await readWavFacts(new Blob([text]))).toEqual({});
    },
  );
});
