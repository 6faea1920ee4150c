import { countCharacters } from "../../../contract/characters.ts";
import type { SentenceTiming, Synthesis, SynthesisResult, WordTiming } from "../utterance.ts";

/** What a stream tells whoever makes its audio. */
interface StreamSource {
  /** The reader took so many bytes. */
  taken(bytes: number): void;
  /** Nobody wants the rest. */
  cancel(): void;
}

interface Settle {
  resolve(result: SynthesisResult): void;
  reject(reason: unknown): void;
}

/** The reader's side of one job: bytes on their way, timings, and how it ended. */
export class SynthesisStream implements Synthesis {
  readonly result: Promise<SynthesisResult>;
  readonly #language: string;
  readonly #source: StreamSource;
  readonly #settle: Settle;
  readonly #words: WordTiming[] = [];
  readonly #sentences: SentenceTiming[] = [];
  #charactersSpoken = 0;
  #queue: Uint8Array<ArrayBuffer>[] = [];
  #state: "open" | "done" | { readonly reason: unknown } = "open";
  #wake: (() => void) | undefined;

  constructor(language: string, source: StreamSource) {
    this.#language = language;
    this.#source = source;
    let settle: Settle | undefined;
    this.result = new Promise((resolve, reject) => {
      settle = { resolve, reject };
    });
    if (settle === undefined) throw new Error("A promise calls its executor at once.");
    this.#settle = settle;
    // A caller that reads the audio meets the error there.
    this.result.catch(() => undefined);
  }

  get charactersSpoken(): number {
    return this.#charactersSpoken;
  }

  addAudio(bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#state !== "open") return;
    this.#queue.push(bytes);
    this.#notify();
  }

  addTimings(words: readonly WordTiming[], sentence: SentenceTiming | undefined): void {
    for (const word of words) this.#words.push(word);
    const last = words.at(-1);
    if (last !== undefined) this.#charactersSpoken = last.textOffset + countCharacters(last.word);
    if (sentence !== undefined) this.#sentences.push(sentence);
  }

  complete(durationSeconds: number, pause: number): void {
    if (this.#state !== "open") return;
    this.#state = "done";
    const [words, sentences] = [this.#words, this.#sentences];
    this.#settle.resolve({ durationSeconds, pause, language: this.#language, words, sentences });
    this.#notify();
  }

  /** Ends with an error at once: bytes that weren't read yet are dropped. */
  fail(reason: unknown): void {
    if (this.#state !== "open") return;
    this.#state = { reason };
    this.#queue = [];
    this.#settle.reject(reason);
    this.#notify();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
    try {
      for (;;) {
        const bytes = this.#queue.shift();
        if (bytes !== undefined) {
          this.#source.taken(bytes.length);
          yield bytes;
        } else if (this.#state === "done") return;
        else if (this.#state !== "open") throw this.#state.reason;
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
    } finally {
      if (this.#state === "open") {
        this.#source.cancel();
        this.fail(new DOMException("The reader left before the end.", "AbortError"));
      }
    }
  }

  #notify(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
