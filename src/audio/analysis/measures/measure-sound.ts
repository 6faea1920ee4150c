import type { AudioFormat } from "../../base/format.ts";
import { ownScript } from "../../base/own-script.ts";
import type { AnalysisAnswer, AnalysisRequest, SoundAnalysis } from "./messages.ts";
import type { SoundMeasures } from "./sound-meter.ts";
import workerAddress from "./worker.ts?worker&url";

export type { SoundAnalysis } from "./messages.ts";
export type { SoundMeasures } from "./sound-meter.ts";

/** A sound that can't be measured here: the browser has no worker or no decoder for it, or its bytes make no sense. */
export class UnmeasurableSoundError extends Error {
  override readonly name = "UnmeasurableSoundError";
}

interface MeasuringOptions {
  /** Aborts the work; the promise then rejects with its reason. */
  readonly signal?: AbortSignal | undefined;
  /** Whether the spectrogram is wanted as well: it takes most of the time. */
  readonly spectrogram?: boolean;
  /** Whether the traits of the voice are wanted as well. */
  readonly voice?: boolean;
  /** Whether the sound is wanted as a recogniser of speech listens to it. */
  readonly speech?: boolean;
  readonly createWorker?: () => Worker;
}

/** Bytes that are decoded at once: some seconds of sound. */
const pieceBytes = 128 * 1024;

/**
 * Measures a finished sound: peak, loudness, silence, length, as its samples say it. `blob` is as the service sent it.
 * It is read piece by piece in a worker of its own, so that an hour of it needs no more memory than a minute.
 * Rejects with {@link UnmeasurableSoundError} where the sound can't be read, and with the signal's reason when it
 * aborts.
 */
export async function measureSound(blob: Blob, format: AudioFormat, signal?: AbortSignal): Promise<SoundMeasures> {
  return (await analyseSound(blob, format, { signal })).measures;
}

/** The same with the sound's shape, and its spectrogram where it is wanted. */
export async function analyseSound(
  blob: Blob,
  format: AudioFormat,
  { signal, spectrogram = false, voice = false, speech = false, createWorker = openWorker }: MeasuringOptions = {},
): Promise<SoundAnalysis> {
  signal?.throwIfAborted();
  const worker = start(createWorker);
  const ended = new AbortController();
  let broken = false;
  let settle: { resolve(answer: AnalysisAnswer): void; reject(reason: unknown): void } | undefined;
  const listening = { signal: ended.signal };
  worker.addEventListener("message", ({ data }: MessageEvent<AnalysisAnswer>) => settle?.resolve(data), listening);
  worker.addEventListener("error", breakOff, listening);
  signal?.addEventListener("abort", () => settle?.reject(signal.reason), listening);

  /** May come between two questions, while the next bytes are read. */
  function breakOff(): void {
    broken = true;
    settle?.resolve({ type: "unreadable" });
  }

  function tell(request: AnalysisRequest): void {
    worker.postMessage(request, request.type === "bytes" ? [request.bytes.buffer] : []);
  }

  function ask(request: AnalysisRequest): Promise<AnalysisAnswer> {
    return new Promise((resolve, reject) => {
      settle = { resolve, reject };
      if (signal?.aborted === true) reject(signal.reason);
      else if (broken) breakOff();
      else tell(request);
    });
  }

  try {
    tell({ type: "format", format, spectrogram, voice, speech });
    for (let at = 0; at < blob.size; at += pieceBytes) {
      const bytes = new Uint8Array(await blob.slice(at, at + pieceBytes).arrayBuffer());
      const answer = await ask({ type: "bytes", bytes });
      if (answer.type === "unreadable") throw new UnmeasurableSoundError("This sound can't be decoded here.");
    }
    const answer = await ask({ type: "end" });
    if (answer.type !== "done") throw new UnmeasurableSoundError("There is no sound in this.");
    return answer.analysis;
  } finally {
    ended.abort();
    worker.terminate();
  }
}

function openWorker(): Worker {
  return new Worker(ownScript(workerAddress), { type: "module" });
}

function start(createWorker: () => Worker): Worker {
  try {
    return createWorker();
  } catch (error) {
    throw new UnmeasurableSoundError("The browser gives no worker to measure in.", { cause: error });
  }
}
