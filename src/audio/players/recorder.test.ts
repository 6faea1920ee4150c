import { expect, test } from "vitest";
import { createRecorder } from "./recorder.ts";

test("what came is kept byte for byte, however much it is", async () => {
  const recorder = createRecorder({ codec: "mp3" });
  const pieces = Array.from({ length: 7 }, (_, index) => new Uint8Array(400_000).fill(index + 1));
  for (const piece of pieces) recorder.append(piece);
  const { blob, playable, facts } = recorder.recording();
  const bytes = new Uint8Array(await blob.arrayBuffer());
  expect(facts.bytes).toBe(2_800_000);
  expect(bytes.length).toBe(2_800_000);
  expect(pieces.every((_, index) => bytes[index * 400_000] === index + 1)).toBe(true);
  expect(blob.type).toBe("audio/mpeg");
  expect(playable).toBe(blob);
});

test("a recording is what came until it was asked for; later bytes come into the next one", async () => {
  const recorder = createRecorder({ codec: "wav" });
  recorder.append(Uint8Array.of(1, 2));
  const first = recorder.recording();
  recorder.append(Uint8Array.of(3));
  expect(first.blob.size).toBe(2);
  expect([...new Uint8Array(await recorder.recording().blob.arrayBuffer())]).toEqual([1, 2, 3]);
});

test("headerless samples play as a WAV file and are kept without a header", async () => {
  const recorder = createRecorder({ codec: "pcm_s16le", sampleRate: 22_050, channels: 1 });
  recorder.append(new Uint8Array(100));
  const { blob, playable } = recorder.recording();
  expect([blob.size, blob.type]).toEqual([100, "audio/pcm;rate=22050;channels=1"]);
  const view = new DataView(await playable.arrayBuffer());
  const text = (at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
  expect(playable.type).toBe("audio/wav");
  expect([text(0), text(8), text(12), text(36)]).toEqual(["RIFF", "WAVE", "fmt ", "data"]);
  expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([136, 100]);
  expect([view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true)]).toEqual([1, 1, 22_050]);
  expect([view.getUint32(28, true), view.getUint16(32, true), view.getUint16(34, true)]).toEqual([44_100, 2, 16]);
});

test("mu-law says how many samples it has, and a sound of an odd number of bytes fills its file up", async () => {
  const recorder = createRecorder({ codec: "pcm_mulaw", sampleRate: 8_000, channels: 1 });
  recorder.append(new Uint8Array(101).fill(0x55));
  const view = new DataView(await recorder.recording().playable.arrayBuffer());
  const text = (at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));
  expect([text(38), view.getUint32(46, true), text(50), view.getUint32(54, true)]).toEqual(["fact", 101, "data", 101]);
  expect([view.getUint16(20, true), view.getUint16(34, true), view.getUint16(36, true)]).toEqual([7, 8, 0]);
  expect([view.byteLength, view.getUint32(4, true)]).toEqual([160, 152]);
  expect([view.getUint8(158), view.getUint8(159)]).toEqual([0x55, 0]);
});

test("half a sample at the end of a sound that broke off isn't in its WAV file, and is kept", async () => {
  const recorder = createRecorder({ codec: "pcm_s16le", sampleRate: 22_050, channels: 1 });
  recorder.append(new Uint8Array(7));
  const { blob, playable } = recorder.recording();
  expect([blob.size, playable.size]).toEqual([7, 50]);
});
