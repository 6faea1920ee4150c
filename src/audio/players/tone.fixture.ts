import { createMp3Encoder } from "wasm-media-encoders";
import { joinBytes } from "../../contract/bytes.ts";
import type { AudioFormat } from "../base/format.ts";
import type { AudioBytes, AudioPart, AudioSource } from "../base/source.ts";
import { wavHeader } from "../formats/wav.ts";

/** What the MP3 of {@link toneMp3} is. */
export interface ToneOptions {
  readonly seconds: number;
  /** Kilobits per second. */
  readonly bitrate?: 64 | 192;
  /** A variable bitrate of this quality instead. */
  readonly vbrQuality?: number;
}

/** A swelling tone, as a service streams it: plain MP3 frames without an Info frame. */
export async function toneMp3({ seconds, bitrate = 64, vbrQuality }: ToneOptions): Promise<AudioBytes> {
  const sampleRate = bitrate === 64 ? 22_050 : 44_100;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels: 1, ...(vbrQuality === undefined ? { bitrate } : { vbrQuality }) });
  const samples = toneSamples(seconds, sampleRate);
  const head = encoder.encode([samples]).slice();
  const tail = encoder.finalize().slice();
  return joinBytes([head, tail]);
}

/** The same tone as a WAV file of 8,000 Hz. */
export function toneWav(seconds: number): AudioBytes {
  const samples = Int16Array.from(toneSamples(seconds, 8_000), (sample) => sample * 32_767);
  const data = new Uint8Array(samples.buffer);
  const header = wavHeader({ codec: "pcm_s16le", sampleRate: 8_000, channels: 1 }, data.length);
  return joinBytes([header, data]);
}

/** The samples of that tone. */
export function toneSamples(seconds: number, sampleRate: number): Float32Array {
  const step = (2 * Math.PI * 440) / sampleRate;
  const samples = new Float32Array(Math.round(seconds * sampleRate));
  return samples.map((_, index) => 0.3 * Math.sin(index * step) * (1 + Math.sin((index * 9) / sampleRate)));
}

/**
 * An Info frame of MPEG-2 at 64 kbit/s, 22,050 Hz, mono, that tells of samples added in front and behind, and of the
 * frames that follow.
 */
export function infoFrame(delay: number, padding: number, frames = 0): AudioBytes {
  const frame = new Uint8Array(208);
  frame.set([0xff, 0xf3, 0x80, 0xc0]);
  frame.set([...new TextEncoder().encode("Info"), 0, 0, 0, 0x0f], 13);
  new DataView(frame.buffer).setUint32(21, frames);
  const delays = 13 + 8 + 4 + 4 + 100 + 4 + 21;
  frame.set([delay >> 4, ((delay & 15) << 4) | (padding >> 8), padding & 255], delays);
  return frame;
}

/** For tests: `bytes` cut into pieces of `size` bytes. */
export function cut(bytes: AudioBytes, size: number): AudioBytes[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
}

/** A source whose parts come when the test says so. */
export interface PushSource {
  readonly source: AudioSource;
  push(...parts: readonly AudioPart[]): void;
  audio(...chunks: readonly AudioBytes[]): void;
  start(format?: AudioFormat): void;
  end(): void;
  fail(error: unknown): void;
  /** The signal that the listener gave, once it listens. */
  signal(): AbortSignal | undefined;
}

/** A source that has nothing yet. */
export function createPushSource(): PushSource {
  const queue: (AudioPart | { readonly type: "error"; readonly error: unknown })[] = [];
  let wake: (() => void) | undefined;
  let listening: AbortSignal | undefined;

  function push(...parts: typeof queue): void {
    queue.push(...parts);
    wake?.();
  }

  return {
    push,
    audio: (...chunks) => push(...chunks.map((bytes) => ({ type: "audio", bytes }) as const)),
    start: (format = { codec: "mp3" }) => push({ type: "start", format }),
    end: () => push({ type: "end" }),
    fail: (error) => push({ type: "error", error }),
    signal: () => listening,
    async *source(signal) {
      listening = signal;
      signal.addEventListener("abort", () => wake?.());
      for (;;) {
        signal.throwIfAborted();
        const part = queue.shift();
        if (part === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        } else if (part.type === "error") {
          throw part.error;
        } else {
          yield part;
          if (part.type === "end") return;
        }
      }
    },
  };
}
