import { isSpeakable } from "../../../contract/scripts.ts";
import type { EncodedPart, EncodingPart } from "../encoding.ts";
import { NothingToSpeakError, SynthesisFailedError } from "../errors.ts";
import type { JapaneseReader } from "../japanese/reader.ts";
import type { NaturalVoices } from "../natural-voices.ts";
import type { SpeakOptions, Synthesis, Utterance } from "../utterance.ts";
import { SynthesisStream } from "./synthesis-stream.ts";
import { SynthesisThread } from "./thread.ts";

/** The synthesis threads, and which of them speaks what. All but the first start once there is work for them. */
export class SynthesisPool {
  readonly #threads: SynthesisThread[];
  readonly #reader: JapaneseReader;
  readonly #natural: NaturalVoices | undefined;
  readonly #seed: () => number;
  #isClosed = false;

  constructor(
    workerFile: URL,
    threads: number,
    { reader, natural }: { readonly reader: JapaneseReader; readonly natural: NaturalVoices | undefined },
    seed: () => number,
  ) {
    this.#reader = reader;
    this.#natural = natural;
    this.#seed = seed;
    this.#threads = Array.from(
      { length: threads },
      () => new SynthesisThread(workerFile, { read: (text) => reader.read(text), natural }),
    );
  }

  /** Resolves when the first thread can speak; rejects, and ends all, when it can't start. */
  async ready(): Promise<void> {
    try {
      await this.#threads[0]?.ready();
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async encode(part: EncodingPart, signal: AbortSignal): Promise<EncodedPart> {
    signal.throwIfAborted();
    const thread = this.#leastBusy();
    if (this.#isClosed || thread === undefined) throw new SynthesisFailedError("The synthesizer is closed.");
    return await thread.encode(part);
  }

  speak(
    utterance: Utterance,
    signal: AbortSignal,
    { headStart = true, isAwaited = false, seed = this.#seed() }: SpeakOptions = {},
  ): Synthesis {
    const cancelled = new Int32Array(new SharedArrayBuffer(4));
    const thread = this.#leastBusy();
    const cancel = () => {
      Atomics.store(cancelled, 0, 1);
      signal.removeEventListener("abort", onAbort);
      thread?.forget(stream);
    };
    const stream: SynthesisStream = new SynthesisStream(utterance.voice.spokenLanguage, {
      taken: (bytes) => thread?.taken(stream, bytes),
      cancel,
    });
    const onAbort = () => {
      cancel();
      stream.fail(signal.reason);
    };
    if (signal.aborted) stream.fail(signal.reason);
    else if (this.#isClosed || thread === undefined)
      stream.fail(new SynthesisFailedError("The synthesizer is closed."));
    else if (!isSpeakable(utterance.text)) stream.fail(new NothingToSpeakError());
    else {
      signal.addEventListener("abort", onAbort, { once: true });
      const stopListening = () => signal.removeEventListener("abort", onAbort);
      stream.result.then(stopListening, stopListening);
      const { natural } = utterance.voice;
      const slowness = isAwaited && natural !== undefined ? this.#natural?.slownessOf(natural) : undefined;
      thread.start(stream, { utterance, seed, cancelled: cancelled.buffer, headStart, slowness });
    }
    return stream;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads.map((thread) => thread.close()), this.#reader.close(), this.#natural?.close()]);
  }

  /** Of the threads that can speak at once. Where all have work already, one more starts, for later. */
  #leastBusy(): SynthesisThread | undefined {
    const best = this.#threads
      .filter(({ isReady }) => isReady)
      .reduce<SynthesisThread | undefined>(
        (least, thread) => (least === undefined || thread.load < least.load ? thread : least),
        undefined,
      );
    if (best === undefined) return this.#threads[0];
    const next = this.#threads.find(({ isReady }) => !isReady);
    if (best.load > 0) next?.ready().catch(() => undefined);
    return best;
  }
}
