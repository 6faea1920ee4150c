import { MPEGDecoder } from "mpg123-decoder";
import { beforeAll, describe, expect, test } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import type { AudioFormat } from "../base/format.ts";
import type { AudioBytes } from "../base/source.ts";
import { cut, infoFrame, toneMp3, toneWav } from "../players/tone.fixture.ts";
import { createAudioMeter } from "./audio-facts.ts";
import { createMp3FrameSplitter } from "./mp3-frames.ts";
import { createSoundJoiner } from "./sound-joiner.ts";
import { UnjoinableError } from "./unjoinable.ts";

/** Joins sounds that come in pieces of `size` bytes, with a pause in front of each but the first. */
function join(format: AudioFormat, sounds: readonly AudioBytes[], pause: number, size = 997) {
  const joiner = createSoundJoiner(format);
  const pieces: AudioBytes[] = [];
  const extents = sounds.map((sound, index) => {
    pieces.push(joiner.begin(index === 0 ? 0 : pause));
    for (const piece of cut(sound, size)) pieces.push(joiner.push(piece));
    return joiner.end();
  });
  return { bytes: joinBytes(pieces), extents };
}

async function decode(bytes: AudioBytes): Promise<Float32Array> {
  const decoder = new MPEGDecoder({ enableGapless: false });
  await decoder.ready;
  const { channelData } = decoder.decode(bytes);
  decoder.free();
  return channelData[0] ?? new Float32Array();
}

const rate = 22_050;
const seconds = 0.6;

describe("MP3", () => {
  let tone: AudioBytes;
  let file: AudioBytes;

  beforeAll(async () => {
    tone = await toneMp3({ seconds });
    const frames = createMp3FrameSplitter().push(tone).length;
    file = joinBytes([infoFrame(576, frames * 576 - 576 - seconds * rate, frames), tone]);
  });

  test("keeps every frame of sound and nothing else, with frames of silence between", () => {
    const { bytes } = join({ codec: "mp3" }, [file, file, tone], 0.3);
    const meter = createAudioMeter({ codec: "mp3" });
    meter.append(bytes);
    const splitter = createMp3FrameSplitter();
    const frames = splitter.push(bytes);
    const spoken = createMp3FrameSplitter().push(tone).length;
    expect([splitter.skippedBytes, splitter.pendingBytes]).toEqual([0, 0]);
    expect(frames).toHaveLength(3 * spoken + 2 * Math.round((0.3 * rate) / 576));
    expect(meter.facts()).toMatchObject({ bitrate: 64, constantBitrate: true });
    expect(meter.facts().joined).toBeUndefined();
  });

  test("ends with as much silence as is asked for", () => {
    const joiner = createSoundJoiner({ codec: "mp3" });
    expect(joiner.close(1)).toHaveLength(0);
    joiner.push(file);
    const silence = createMp3FrameSplitter().push(joiner.close(0.3));
    expect(silence).toHaveLength(Math.round((0.3 * rate) / 576));
  });

  test("tells where each sound lies, without what its encoder put around it", () => {
    const { extents } = join({ codec: "mp3" }, [file, file], 0.3);
    for (const { from, to } of extents) expect(to - from).toBeCloseTo(seconds, 3);
    expect((extents[1]?.from ?? 0) - (extents[0]?.to ?? 0)).toBeGreaterThan(0.3);
  });

  test("has no click at a seam and is silent there for as long as it should be", async () => {
    const alone = await decode(tone);
    const pause = 0.3;
    const { bytes, extents } = join({ codec: "mp3" }, [tone, tone], pause);
    const samples = await decode(bytes);
    const step = (sound: Float32Array, from: number, to: number): number => {
      let largest = 0;
      for (let at = Math.max(1, from); at < Math.min(to, sound.length); at++)
        largest = Math.max(largest, Math.abs((sound[at] ?? 0) - (sound[at - 1] ?? 0)));
      return largest;
    };
    const end = Math.round((extents[0]?.to ?? 0) * rate);
    const next = Math.round((extents[1]?.from ?? 0) * rate);
    // No step that the sound alone, which begins and ends in its middle, hasn't got.
    expect(step(samples, end - 2_000, next + 2_000)).toBeLessThanOrEqual(step(alone, 1, alone.length) * 1.05);
    // What the decoder still holds sounds out within two frames; behind that there is nothing at all.
    expect(samples.subarray(end + 2 * 576, next).every((sample) => Math.abs(sample) < 1e-4)).toBe(true);
    expect((next - end) / rate).toBeCloseTo(pause, 1);
  });

  test("takes no sound of another rate behind one", async () => {
    const other = await toneMp3({ seconds, bitrate: 192 });
    expect(() => join({ codec: "mp3" }, [tone, other], 0)).toThrow(UnjoinableError);
  });
});

describe("WAV and samples", () => {
  test.each([1, 7, 100_000])("WAV files that come %i bytes at a time become one, sample by sample", (size) => {
    const file = toneWav(0.1);
    const tagged = joinBytes([file, new TextEncoder().encode("LIST\x04\0\0\0abcd")]);
    const { bytes, extents } = join({ codec: "wav" }, [tagged, file], 0.25, size);
    expect(extents).toEqual([
      { from: 0, to: 0.1 },
      { from: 0.35, to: 0.45 },
    ]);
    expect(bytes.slice(44)).toEqual(joinBytes([file.slice(44), new Uint8Array(4_000), file.slice(44)]));
    const meter = createAudioMeter({ codec: "wav" });
    meter.append(bytes);
    expect(meter.facts()).toMatchObject({ duration: 0.45, unsized: { start: 44, codec: "pcm_s16le" } });
  });

  test("half a sample at the end of one sound doesn't shift the next", () => {
    const format = { codec: "pcm_s16le", sampleRate: 4, channels: 1 } as const;
    const { bytes, extents } = join(format, [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)], 0.5);
    expect([...bytes]).toEqual([1, 2, 0, 0, 0, 0, 4, 5]);
    expect(extents[1]).toEqual({ from: 0.75, to: 1 });
  });

  test("samples and WAV files end with as much silence as is asked for", () => {
    const format = { codec: "pcm_mulaw", sampleRate: 4, channels: 1 } as const;
    const [samples, wav] = [createSoundJoiner(format), createSoundJoiner({ codec: "wav" })];
    samples.push(Uint8Array.of(1, 2));
    expect([...samples.close(0.5)]).toEqual([0xff, 0xff]);
    wav.push(toneWav(0.1));
    expect(wav.close(0.25)).toEqual(new Uint8Array(4_000));
    expect(createSoundJoiner({ codec: "wav" }).close(1)).toHaveLength(0);
  });

  test("what a joiner made is its first sound again, byte for byte", () => {
    const file = toneWav(0.1);
    const { bytes } = join({ codec: "wav" }, [file, file], 0.2);
    expect(join({ codec: "wav" }, [bytes], 0).bytes).toEqual(bytes);
  });

  test("what isn't known can't be joined", () => {
    expect(() => createSoundJoiner({ codec: "ogg" })).toThrow(UnjoinableError);
    expect(() => join({ codec: "wav" }, [new Uint8Array(100)], 0)).toThrow(UnjoinableError);
  });
});
