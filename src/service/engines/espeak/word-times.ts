import type { Span, SpanTime } from "../engine.ts";
import type { EngineEvent } from "./library.ts";

/**
 * Gathers the word events of one call of the engine. The engine tells of a number several times, once for each of its
 * spoken words, at places within or behind it; they become one.
 */
export class WordTimes {
  readonly #spans: readonly Span[];
  readonly #words: { start: number; end: number; from: number; to: number | undefined }[] = [];

  constructor(spans: readonly Span[]) {
    this.#spans = spans;
  }

  /** Whether anything was told of. */
  get hasAny(): boolean {
    return this.#words.length > 0;
  }

  add(event: EngineEvent): void {
    const seconds = event.audio_position / 1_000;
    const current = this.#words.at(-1);
    if (event.type === "word") this.#addWord(event, seconds);
    else if (event.type === "end" && current !== undefined) current.to ??= seconds;
    else if (event.type === "phoneme" && current !== undefined) {
      // A phoneme without a sound is a pause: the word ends there unless it goes on.
      const isPause = event.id === "" || event.id === undefined;
      current.to = isPause ? (current.to ?? seconds) : undefined;
    }
  }

  /** The words, when the call's audio lasted `seconds`. */
  finish(seconds: number): SpanTime[] {
    return this.#words.map(({ start, end, from, to }, index) => {
      const next = this.#words[index + 1]?.from ?? seconds;
      return { start, end, from: Math.min(from, seconds), to: Math.min(to ?? next, next, seconds) };
    });
  }

  #addWord(event: EngineEvent, seconds: number): void {
    const first = this.#spans[event.text_position - 1];
    const last =
      this.#spans[Math.min(event.text_position + Math.max(event.word_length, 1) - 2, this.#spans.length - 1)];
    if (first === undefined || last === undefined) return;
    const current = this.#words.at(-1);
    if (current !== undefined && first.start < current.end) {
      current.to = undefined;
      return;
    }
    if (current !== undefined) current.to ??= seconds;
    this.#words.push({ start: first.start, end: Math.max(last.end, first.end), from: seconds, to: undefined });
  }
}
