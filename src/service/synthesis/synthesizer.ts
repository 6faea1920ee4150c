import { availableParallelism } from "node:os";
import { setFlagsFromString } from "node:v8";
import type { EncodedPart, EncodingPart } from "./encoding.ts";
import { JapaneseReader } from "./japanese/reader.ts";
import type { NaturalVoices } from "./natural-voices.ts";
import { SynthesisPool } from "./threads/pool.ts";
import type { SpeakOptions, Synthesis, Utterance } from "./utterance.ts";

export type { EncodedPart, EncodingPart } from "./encoding.ts";
export { NaturalVoiceFailedError, NothingToSpeakError, SynthesisFailedError } from "./errors.ts";
export type { SpeechFormat } from "./formats.ts";
export type { SentenceTiming, Synthesis, SynthesisResult, Timing, Utterance, WordTiming } from "./utterance.ts";
export type { EngineVoice } from "./voices/engine-voice.ts";

export interface Synthesizer {
  /**
   * Starts to speak. Never throws: errors arrive through the iteration and `result`: `NothingToSpeakError` for a
   * text without anything that can be spoken, `SynthesisFailedError` when the engine failed, the signal's reason.
   */
  speak(utterance: Utterance, signal: AbortSignal, options?: SpeakOptions): Synthesis;
  /**
   * Encodes a part of a sound. Rejects with `SynthesisFailedError`, or the signal's reason where it is aborted already.
   */
  encode(part: EncodingPart, signal: AbortSignal): Promise<EncodedPart>;
  /** Ends every job and every thread. */
  close(): Promise<void>;
}

interface SynthesizerOptions {
  /** The built worker, `dist/programs/synthesis-worker.js`; the Japanese reader lies beside it. */
  readonly workerFile: URL;
  /** The natural voices; they are closed with the synthesizer. None by default. */
  readonly natural?: NaturalVoices | undefined;
  /** The most threads; the default is the number of cores, from 1 to 4. */
  readonly threads?: number;
  /** Makes the seed of each run, a 32-bit integer; random by default. It matters only where `variation` isn't 0. */
  readonly seed?: () => number;
}

/**
 * The engine's synthesis is one function of 45 kB of bytecode. V8 would optimise it after a few moments' use, which
 * takes up to half a second of a core, and again whenever a text takes another way through it. Somewhat later it has
 * seen most of them. No speech depends on this flag.
 */
const optimiseLater = "--interrupt-budget=500000";

/**
 * Starts the first thread; resolves when it has loaded the engine and spoken once, so that the first request is quick.
 * Further threads start with work that finds all others busy. Rejects when the first can't start, for instance because
 * the engine isn't installed.
 */
export async function createSynthesizer(options: SynthesizerOptions): Promise<Synthesizer> {
  setFlagsFromString(optimiseLater);
  const { workerFile, natural } = options;
  const threads = options.threads ?? Math.min(4, Math.max(1, availableParallelism()));
  const seed = options.seed ?? (() => Math.floor(Math.random() * 2 ** 32));
  const reader = new JapaneseReader(new URL("japanese-reader.js", workerFile));
  const pool = new SynthesisPool(workerFile, threads, { reader, natural }, seed);
  await pool.ready();
  return pool;
}
