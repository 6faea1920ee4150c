import { beforeAll, describe, expect, it } from "vitest";
import { createMp3Encoder } from "wasm-media-encoders";
import { joinBytes } from "../../../contract/bytes.ts";
import type { AudioBytes } from "../../base/source.ts";
import { wavHeader } from "../../formats/wav.ts";
import { analyseSound, measureSound, UnmeasurableSoundError } from "./measure-sound.ts";
import { silenceWindow } from "./silence-meter.ts";

const sampleRate = 22_050;
const seconds = 3;
/** Half a second of silence, then a sine of half the height, then a quarter of silence. */
const samples = Float32Array.from({ length: seconds * sampleRate }, (_, at) => {
  const second = at / sampleRate;
  return second < 0.5 || second >= 2.75 ? 0 : 0.5 * Math.sin(2 * Math.PI * 997 * second);
});
const loudness = -3.01 - 6.02;
let mp3: Blob;

function wav(bytes: AudioBytes = new Uint8Array(Int16Array.from(samples, (value) => value * 32_767).buffer)): Blob {
  return new Blob([wavHeader({ codec: "pcm_s16le", sampleRate, channels: 1 }, bytes.length), bytes]);
}

beforeAll(async () => {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, bitrate: 128 });
  mp3 = new Blob([joinBytes([encoder.encode([samples]).slice(), encoder.finalize().slice()])]);
});

describe("measuring a sound", () => {
  it("tells what a WAV file is to the sample", async () => {
    const measures = await measureSound(wav(), { codec: "wav" });
    expect(measures).toMatchObject({ clipped: 0, duration: seconds, sampleRate, channels: 1 });
    expect(Math.abs(measures.leadingSilence - 0.5)).toBeLessThanOrEqual(silenceWindow);
    expect(Math.abs(measures.trailingSilence - 0.25)).toBeLessThanOrEqual(silenceWindow);
    expect(measures.peak).toBeCloseTo(0.5, 3);
    expect(measures.loudness).toBeCloseTo(loudness, 0);
  });

  it.each([
    ["pcm_mulaw", [0x80, 0x00]],
    ["pcm_alaw", [0xaa, 0x2a]],
    ["pcm_u8", [0xff, 0x00]],
  ] as const)("counts what is at full scale of %s in a WAV file", async (codec, largest) => {
    const bytes = Uint8Array.from({ length: 4_000 }, (_, at) => largest[at % 2] ?? 0);
    const file = new Blob([wavHeader({ codec, sampleRate, channels: 1 }, bytes.length), bytes]);
    expect((await measureSound(file, { codec: "wav" })).clipped).toBe(4_000);
  });

  it("tells the same of an MP3 within what the encoder changes", async () => {
    const measures = await measureSound(mp3, { codec: "mp3" });
    expect(measures).toMatchObject({ clipped: 0, sampleRate, channels: 1 });
    expect(Math.abs(measures.leadingSilence - 0.5)).toBeLessThan(0.08);
    expect(measures.peak).toBeCloseTo(0.5, 1);
    // It is a little longer, so that blocks at its ends hold more silence.
    const { loudness: original = 0 } = await measureSound(wav(), { codec: "wav" });
    expect(Math.abs((measures.loudness ?? 0) - original)).toBeLessThan(0.6);
  });

  it("brings shape and spectrogram where they are wanted", async () => {
    const { peaks, spectrogram } = await analyseSound(wav(), { codec: "wav" }, { spectrogram: true });
    expect(peaks.seconds).toBe(seconds);
    const { levels, rows, hertzPerRow, secondsPerColumn } = spectrogram ?? expect.fail("there is none");
    const column = Math.round(1.5 / secondsPerColumn);
    const own = levels.subarray(column * rows, (column + 1) * rows);
    expect(Math.abs(own.indexOf(Math.max(...own)) * hertzPerRow - 997)).toBeLessThan(hertzPerRow);
    expect((await analyseSound(wav(), { codec: "wav" })).spectrogram).toBeUndefined();
  });

  it("of what can't be read says so", async () => {
    await expect(measureSound(new Blob([new Uint8Array(5_000).fill(7)]), { codec: "wav" })).rejects.toThrow(
      UnmeasurableSoundError,
    );
    await expect(measureSound(new Blob(["OggS"]), { codec: "ogg" })).rejects.toThrow(UnmeasurableSoundError);
    await expect(measureSound(new Blob([]), { codec: "mp3" })).rejects.toThrow(UnmeasurableSoundError);
    const refused = () => {
      throw new DOMException("no workers here", "SecurityError");
    };
    await expect(analyseSound(wav(), { codec: "wav" }, { createWorker: refused })).rejects.toThrow(
      UnmeasurableSoundError,
    );
  });

  it("says so as well where its worker breaks between two pieces", async () => {
    const createWorker = () => {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      // Behind whoever takes its answer.
      queueMicrotask(() =>
        worker.addEventListener("message", () => {
          worker.terminate();
          worker.dispatchEvent(new Event("error"));
        }),
      );
      return worker;
    };
    await expect(analyseSound(wav(), { codec: "wav" }, { createWorker })).rejects.toThrow(UnmeasurableSoundError);
  });

  it("ends when nobody wants it any more, and its worker with it", async () => {
    let ended = 0;
    const createWorker = () => {
      const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
      const terminate = worker.terminate.bind(worker);
      worker.terminate = () => {
        ended += 1;
        terminate();
      };
      return worker;
    };
    const controller = new AbortController();
    const measuring = analyseSound(mp3, { codec: "mp3" }, { signal: controller.signal, createWorker });
    controller.abort(new Error("not wanted"));
    await expect(measuring).rejects.toThrow("not wanted");
    await analyseSound(mp3, { codec: "mp3" }, { createWorker });
    expect(ended).toBe(2);
    await expect(measureSound(mp3, { codec: "mp3" }, controller.signal)).rejects.toThrow("not wanted");
  });
});
