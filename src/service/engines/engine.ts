/** A stretch of the original text, in code points. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** When a stretch of the original text is heard, in seconds from the beginning of the piece. */
export interface SpanTime extends Span {
  readonly from: number;
  readonly to: number;
}

/** A part of a text with what is said in its place. */
export interface SpokenPart {
  /** As written. */
  readonly written: string;
  /** As said; empty where nothing is. */
  readonly said: string;
}

/** A stretch of text to be spoken in one go: a sentence, or a part of a very long one. */
export interface PieceToSpeak<Voice> {
  readonly text: string;
  /** Where it begins in the original, in code points. */
  readonly start: number;
  /** What is said, where that is otherwise than it is written. */
  readonly said?: readonly SpokenPart[];
  readonly voice: Voice;
  /** Its voice's fundamental frequency is multiplied, then `offset` is added, in Hz. */
  readonly pitch: { readonly multiplier: number; readonly offset: number };
  /** Factors on this piece's pitch and on the width of its intonation. */
  readonly variation: { readonly pitch: number; readonly width: number };
  /** How fast; 1 is natural. An engine need only come near it: whoever calls makes the duration exact. */
  readonly pace: number;
}

/** What is known of a piece that was spoken to its end. */
export interface PieceSpoken {
  /** How long its sound is, in samples. */
  readonly samples: number;
  /** When each stretch is heard that the engine told of, in order; empty for an engine that tells no times. */
  readonly words: readonly SpanTime[];
}

export type MaybePromise<Value> = Value | Promise<Value>;

/**
 * What turns text into samples, and knows of nothing else: segments, speeds, encoders, captions and prices are above
 * it, and the same for all engines. An engine that holds its thread while it speaks answers at once; one that works
 * elsewhere answers with a promise, and other work goes on meanwhile.
 */
export interface Engine<Voice> {
  /**
   * Speaks a piece. `take` gets its samples while they are made, mono at 22,050 Hz, between −1 and 1; it ends the work
   * by returning true. Nothing is given for a piece in which the engine found no word.
   *
   * @returns undefined when it was ended.
   * @throws UnknownLanguageError, where only this piece can't be spoken; whatever else it throws, or rejects with, is a
   *   failure of the engine.
   */
  speak(piece: PieceToSpeak<Voice>, take: (samples: Float32Array) => boolean): MaybePromise<PieceSpoken | undefined>;
}

/** The engine has no such language. Nothing is broken: only the request at hand can't be served. */
export class UnknownLanguageError extends Error {
  override readonly name = "UnknownLanguageError";
  constructor(readonly language: string) {
    super(`The engine has no language "${language}".`);
  }
}

/** Goes on with a value: at once where it is there, so that nothing waits that needn't. */
export function whenThere<Value, Result>(
  value: MaybePromise<Value>,
  goOn: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(goOn) : goOn(value);
}
