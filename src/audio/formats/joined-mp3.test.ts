import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { joinBytes } from "../../contract/bytes.ts";
import { createByteStore } from "../base/byte-store.ts";
import type { AudioBytes } from "../base/source.ts";
import { createMp3Track } from "../players/encoded-track.ts";
import { createRecorder } from "../players/recorder.ts";
import { cut, infoFrame, toneMp3 } from "../players/tone.fixture.ts";
import { createAudioMeter } from "./audio-facts.ts";
import { createMp3FrameSplitter } from "./mp3-frames.ts";
import { mp3DecoderDelay, readMp3InfoFrame } from "./mp3-info-frame.ts";
import { playableFileOf } from "./playable-file.ts";

const rate = 22_050;
const seconds = 0.6;
let tone: AudioBytes;
let frames = 0;
let padding = 0;
/** A finished file of 0.6 s, as encoders make them. */
let file: AudioBytes;

const id3v1 = joinBytes([new TextEncoder().encode("TAG"), new Uint8Array(125).fill(0x20)]);
/** With bytes inside that look like a frame's head. */
const id3v2 = Uint8Array.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 1, 2, ...Array<number>(130).fill(0xff)]);

beforeAll(async () => {
  tone = await toneMp3({ seconds });
  frames = createMp3FrameSplitter().push(tone).length;
  padding = frames * 576 - 576 - seconds * rate;
  file = joinBytes([infoFrame(576, padding, frames), tone]);
});

/** A VBRI frame that counts frames, of the kind of the tone's. */
function vbriFrame(count: number): AudioBytes {
  const frame = new Uint8Array(208);
  frame.set([0xff, 0xf3, 0x80, 0xc0]);
  frame.set(new TextEncoder().encode("VBRI"), 36);
  new DataView(frame.buffer).setUint32(36 + 14, count);
  return frame;
}

function record(...pieces: readonly AudioBytes[]) {
  const recorder = createRecorder({ codec: "mp3" });
  for (const piece of pieces) recorder.append(piece);
  return recorder.recording();
}

const samplesOf = (duration: number | undefined) => Math.round((duration ?? 0) * rate);
/** What two of the files last: what the first one has behind and the second one in front lies between them. */
const together = () => 2 * frames * 576 - 576 - padding;

describe("two MP3 files put together", () => {
  test.each<[string, () => readonly AudioBytes[]]>([
    ["with an Info frame each", () => [file, file]],
    ["with tags in front of each and behind it", () => [id3v2, file, id3v1, id3v2, file, id3v1]],
    ["in single bytes", () => cut(joinBytes([file, id3v1, file]), 1)],
  ])("%s last as long as both", (_, pieces) => {
    const { facts } = record(...pieces());
    expect(samplesOf(facts.duration)).toBe(together());
    expect(facts).toMatchObject({ bitrate: 64, constantBitrate: true, sampleRate: rate, channels: 1 });
  });

  test("are one file wherever they are saved, shared or shown", async () => {
    const { format, facts, blob, playable } = record(file, file);
    const saved = playableFileOf({ format, facts, blob });
    expect(saved.size).toBeLessThan(blob.size);
    expect(await saved.arrayBuffer()).toEqual(await playable.arrayBuffer());
    const again = createAudioMeter(format);
    again.append(new Uint8Array(await saved.arrayBuffer()));
    expect(again.facts().joined).toBeUndefined();
    expect(samplesOf(again.facts().duration)).toBe(together());
  });

  test("whose second one has no Info frame last to the last frame's end", () => {
    const { facts } = record(file, tone);
    expect(samplesOf(facts.duration)).toBe(2 * frames * 576 - 576 - 529);
  });

  test("whose second one alone has an Info frame lose what that says behind", () => {
    const { facts } = record(tone, file);
    expect(samplesOf(facts.duration)).toBe(2 * frames * 576 - (padding - 529));
  });

  test("with VBRI frames have no sound in those", () => {
    const { facts } = record(vbriFrame(frames), tone, vbriFrame(frames), tone);
    expect(samplesOf(facts.duration)).toBe(2 * frames * 576);
  });

  test("are one file to a player that believes the first Info frame, and stay as they came", async () => {
    const came = joinBytes([id3v2, file, id3v1, id3v2, file, id3v1]);
    const { blob, playable, facts } = record(came);
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(came);
    const one = new Uint8Array(await playable.arrayBuffer());
    const meter = createAudioMeter({ codec: "mp3" });
    meter.append(one);
    expect(meter.facts().joined).toBeUndefined();
    expect(samplesOf(meter.facts().duration)).toBe(samplesOf(facts.duration));
    expect(one.slice(208)).toEqual(joinBytes([tone, tone]));
  });

  test.each<[string, () => readonly AudioBytes[]]>([
    ["the second one has no Info frame", () => [file, tone]],
    ["the first one has no Info frame", () => [tone, file]],
  ])("are one file to that player, too, where %s", async (_, pieces) => {
    const { playable, facts } = record(...pieces());
    const meter = createAudioMeter({ codec: "mp3" });
    meter.append(new Uint8Array(await playable.arrayBuffer()));
    expect([facts.joined !== undefined, meter.facts().joined]).toEqual([true, undefined]);
    // A player leaves out the decoder's delay of any file that names its padding.
    const lost = samplesOf(facts.duration) - samplesOf(meter.facts().duration);
    expect([0, mp3DecoderDelay]).toContain(lost);
  });

  test("are shown and sought to the same sample as they are counted", () => {
    const store = createByteStore();
    const track = createMp3Track(store);
    const before = joinBytes([file, id3v1]);
    for (const piece of [before, file]) {
      store.append(piece);
      track.note(piece);
    }
    expect(track.samples).toBe(together());
    expect(track.limit).toBe(together());
    const entry = track.entry(frames * 576 + 10 * 576);
    expect(entry.byte).toBeGreaterThan(before.length);
  });
});

test("frames of several bitrates are one file that tells their number, and where each hundredth begins", async () => {
  const quiet = joinBytes([await toneMp3({ seconds: 4, vbrQuality: 9 }), await toneMp3({ seconds: 4, vbrQuality: 0 })]);
  const { facts, playable, blob } = record(quiet);
  expect(facts.constantBitrate).toBe(false);
  const saved = new Uint8Array(await playable.arrayBuffer());
  const [info, ...sound] = createMp3FrameSplitter().push(saved);
  expect(sound.map(({ bytes }) => bytes.length).reduce((sum, length) => sum + length)).toBe(blob.size);
  expect(info && readMp3InfoFrame(info)).toEqual({ delay: 0, padding: 0, frames: sound.length, hasPlaces: true });
  const again = createAudioMeter({ codec: "mp3" });
  again.append(saved);
  expect([again.facts().joined, again.facts().duration]).toEqual([undefined, facts.duration]);
  // Half of the frames are fewer than half of the bytes: the table says so to a 256th.
  const table = info?.bytes.subarray(String.fromCharCode(...info.bytes).indexOf("Xing") + 16);
  for (const hundredth of [10, 50, 75, 99]) {
    const frame = sound[Math.floor((hundredth * sound.length) / 100)];
    expect(Math.abs((table?.[hundredth] ?? 0) - ((frame?.start ?? 0) * 256) / saved.length)).toBeLessThan(2);
  }
});

test("a file of several bitrates keeps its tags, and a frame that tells nothing of places gives way", async () => {
  const sound = joinBytes([await toneMp3({ seconds: 1, vbrQuality: 9 }), await toneMp3({ seconds: 1, vbrQuality: 0 })]);
  const frames = createMp3FrameSplitter().push(sound).length;
  for (const front of [new Uint8Array(), vbriFrame(frames), infoFrame(0, 0)]) {
    const { playable } = record(joinBytes([id3v2, front, sound, id3v1]));
    const saved = new Uint8Array(await playable.arrayBuffer());
    const [info, ...rest] = createMp3FrameSplitter().push(saved);
    expect([info && readMp3InfoFrame(info)?.frames, rest.length]).toEqual([frames, frames]);
    expect(saved.slice(0, id3v2.length)).toEqual(id3v2);
    expect(saved.slice(-id3v1.length)).toEqual(id3v1);
  }
});

test("one file alone isn't taken for several, wherever it is cut", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: file.length - 1 }), (at) => {
      const { facts, blob, playable } = record(file.slice(0, at), file.slice(at));
      expect([facts.joined, samplesOf(facts.duration)]).toEqual([undefined, seconds * rate]);
      expect(playable).toBe(blob);
    }),
  );
});
