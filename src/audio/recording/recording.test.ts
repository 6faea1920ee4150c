import { afterEach, describe, expect, test, vi } from "vitest";
import { faultOfOwnRecording, ownRecording } from "../../contract/own-recordings.ts";
import { mixed } from "../analysis/measures/speech-samples.ts";
import type { Samples } from "../decoders/decoder.ts";
import { openMicrophone } from "./microphone.ts";
import { joinAtOwnRate, ownWav, partFrom } from "./own-wav.ts";
import { readSoundFile } from "./read-sound-file.ts";
import { faultsOf, isUsable, speechBegin } from "./recording-faults.ts";

const { sampleRate } = ownRecording;
afterEach(() => vi.unstubAllGlobals());

/** A tone at `rate` hertz. */
function tone(seconds: number, peak = 0.3, rate: number = sampleRate): Samples {
  return Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    return peak * Math.sin((2 * Math.PI * 220 * at) / rate);
  });
}

describe("what is wrong with a recording", () => {
  test.each([
    ["six seconds at a good level", tone(6), []],
    ["what is too short", tone(4.9), ["short"]],
    ["what is too long", tone(30.1), ["long"]],
    ["nothing at all", new Float32Array(0), ["short", "silent"]],
    ["digital silence", new Float32Array(6 * sampleRate), ["silent"]],
    ["the noise of a room", tone(6, 0.001), ["silent"]],
    ["a voice far away", tone(6, 0.008), ["quiet"]],
    ["a voice too near", tone(6, 1.5), ["clipped"]],
  ])("%s", (_what, samples, faults) => {
    const clamped = samples.map((sample) => Math.max(-1, Math.min(1, sample)));
    expect(faultsOf(clamped)).toEqual(faults);
  });

  test("what is quiet or crackles can be used all the same", () => {
    expect((["short", "long", "silent", "quiet", "clipped"] as const).filter(isUsable)).toEqual(["quiet", "clipped"]);
  });
});

test("a cut begins a moment before the first words", () => {
  const samples = new Float32Array(40 * sampleRate);
  samples.set(tone(30), 7 * sampleRate);
  expect(speechBegin(samples)).toBeCloseTo(6.8, 1);
  expect(speechBegin(tone(6))).toBe(0);
});

test("a part is 30 seconds at most, from where it was cut", () => {
  const samples = Float32Array.from({ length: 42 * sampleRate }, (_, at) => at);
  const part = partFrom(samples, 10);
  expect([part.length / sampleRate, part[0]]).toEqual([30, 10 * sampleRate]);
  expect(partFrom(samples, 20).length / sampleRate).toBe(22);
});

test.each([44_100, 48_000, 16_000, sampleRate])(
  "pieces at %i Hz become one sound of the same length and pitch",
  (rate) => {
    const whole = tone(6, 0.3, rate);
    const pieces = Array.from({ length: Math.ceil(whole.length / 512) }, (_, at) =>
      whole.slice(at * 512, (at + 1) * 512),
    );
    const joined = joinAtOwnRate(pieces, rate);
    expect(joined.length).toBe(6 * sampleRate);
    const crossings = joined.reduce(
      (count, sample, at) => count + Number(at > 0 && sample >= 0 && (joined[at - 1] ?? 0) < 0),
      0,
    );
    expect(crossings / 6).toBeCloseTo(220, 0);
  },
);

test("a WAV file is of the form that the server takes, and never wraps around", async () => {
  const bytes = new Uint8Array(await ownWav(tone(6, 2)).arrayBuffer());
  expect(faultOfOwnRecording(bytes)).toBeUndefined();
  const samples = new Int16Array(bytes.buffer.slice(44));
  expect([samples.includes(32_767), samples.includes(-32_767), samples.includes(-32_768)]).toEqual([true, true, false]);
});

test.each([
  ["the part of the page that hears it didn't load", () => Promise.reject(new Error("404")), "part_missing"],
  ["the system gives it to nobody", () => Promise.resolve(), "busy"],
])("a microphone that is there can't be heard where %s, and is let go", async (_why, addModule, fault) => {
  const stop = vi.fn();
  const track = Object.assign(new EventTarget(), { stop });
  const mediaDevices = { getUserMedia: async () => ({ getTracks: () => [track] }) };
  vi.stubGlobal("navigator", { mediaDevices });
  vi.stubGlobal("location", new URL("http://localhost/"));
  const context = { audioWorklet: { addModule }, resume: () => Promise.reject(new Error("In use")), close() {} };
  if (fault === "part_missing") context.resume = () => new Promise(() => {});
  vi.stubGlobal("AudioContext", function AudioContext() {
    return context;
  });
  const opened = openMicrophone({ onSamples() {}, onLost() {} });
  await expect(opened).rejects.toMatchObject({ fault });
  expect(stop).toHaveBeenCalledOnce();
});

test("a file that can't be opened any more isn't said to hold no sound", async () => {
  const gone = new File(["x"], "voice.wav");
  gone.arrayBuffer = () => Promise.reject(new DOMException("Moved", "NotFoundError"));
  vi.stubGlobal("Audio", function Audio() {
    return {
      removeAttribute() {},
      set src(_address: string) {
        queueMicrotask(() => (this as unknown as { onerror(): void }).onerror());
      },
    };
  });
  const decodeAudioData = () => Promise.reject(new Error("No sound"));
  vi.stubGlobal("OfflineAudioContext", function OfflineAudioContext() {
    return { decodeAudioData };
  });
  await expect(readSoundFile(gone)).rejects.toMatchObject({ fault: "unreadable" });
  await expect(readSoundFile(new File(["x"], "voice.wav"))).rejects.toMatchObject({ fault: "no_sound" });
});

test("several channels are mixed to their mean, one to samples of its own", () => {
  const first = new Float32Array([1, -1, 0.5]);
  expect(mixed([first, new Float32Array([0, 0.5, 0.5])])).toEqual(new Float32Array([0.5, -0.25, 0.5]));
  expect(mixed([first])).toEqual(first);
  expect(mixed([first])).not.toBe(first);
});
