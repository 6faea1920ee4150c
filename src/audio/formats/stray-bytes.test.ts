import { describe, expect, it } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import { toneMp3, toneWav } from "../players/tone.fixture.ts";
import { mp3FrameHeaders, mp3Tags } from "./mp3-frames.fixture.ts";
import { strayBytes } from "./stray-bytes.ts";

const mp3 = await toneMp3({ seconds: 0.5 });
const wav = toneWav(0.5);
const json = new TextEncoder().encode('{"usage":{"characters":29}}');
const pcm = { codec: "pcm_s16le", sampleRate: 22_050, channels: 1 } as const;
const splitAt = (bytes: Uint8Array, at: number) => [bytes.slice(0, at), bytes.slice(at)] as const;

describe("bytes that don't belong to a sound", () => {
  it("are none in a sound as it should be, tags included", () => {
    expect(strayBytes(mp3, { codec: "mp3" })).toBe(0);
    expect(strayBytes(wav, { codec: "wav" })).toBe(0);
    expect(strayBytes(new Uint8Array(100), pcm)).toBe(0);
  });

  it.each(mp3Tags)("are none of %s, wherever it stands; what is behind it are", (_, tag) => {
    const half = splitAt(mp3, mp3FrameHeaders(mp3)[0]?.length ?? 0);
    for (const sound of [
      [tag, mp3],
      [mp3, tag],
      [half[0], tag, half[1]],
      [tag, mp3, tag, tag],
    ]) {
      expect(strayBytes(joinBytes(sound), { codec: "mp3" })).toBe(0);
      expect(strayBytes(joinBytes([...sound, json]), { codec: "mp3" })).toBe(json.length);
    }
  });

  it.each([
    ["MP3", mp3, { codec: "mp3" }],
    ["WAV", wav, { codec: "wav" }],
    ["samples", new Uint8Array(100), pcm],
  ] as const)("are a JSON text behind %s", (_, sound, format) => {
    expect(strayBytes(joinBytes([sound, json]), format)).toBe(json.length);
  });

  it("are what is cut off, doubled or half a sample", () => {
    expect(strayBytes(mp3.slice(0, mp3.length - 10), { codec: "mp3" })).toBeGreaterThan(0);
    expect(strayBytes(wav.slice(0, wav.length >> 1), { codec: "wav" })).toBeGreaterThan(1_000);
    expect(strayBytes(joinBytes([wav, wav]), { codec: "wav" })).toBe(wav.length);
    expect(strayBytes(new Uint8Array(101), pcm)).toBe(1);
  });

  it("aren't the length that somebody who streams doesn't know", () => {
    const streamed = wav.slice();
    new DataView(streamed.buffer).setUint32(40, 0xffff_ffff, true);
    expect(strayBytes(streamed, { codec: "wav" })).toBe(0);
  });
});
