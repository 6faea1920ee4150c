import type { SpeechFormat } from "./formats.ts";
import type { Surroundings } from "./text/pieces.ts";
import type { EngineVoice } from "./voices/engine-voice.ts";

/** One text to be spoken, with everything that shapes its sound. */
export interface Utterance extends Surroundings {
  /** Any text at all; it is never markup for the engine. */
  readonly text: string;
  readonly voice: EngineVoice;
  /** 0.25 to 4; 1 is natural. The duration is the natural one divided by it. */
  readonly speed: number;
  /**
   * The voice's fundamental frequency is multiplied, then `offset` is added, in Hz. What is heard stays in 45–500 Hz.
   */
  readonly pitch: { readonly multiplier: number; readonly offset: number };
  /** Factor on the width of a natural voice's intonation, in semitones; its own when absent. */
  readonly intonation?: number;
  /** Linear factor on the level, 0 to 2; peaks are limited softly. */
  readonly volume: number;
  /** Gain, in dB, of each of `equaliserBands`, before the volume; the sound is left as it is when absent. */
  readonly equaliser?: readonly number[];
  /**
   * How much the prosody differs from run to run: 0 not at all; Model B's Temperature, 0.1 to 0.8, goes in as it is.
   */
  readonly variation: number;
  readonly format: SpeechFormat;
  /** Why something else speaks than would be preferred, in ASCII, for the answer: nothing to the sound. */
  readonly note?: string;
}

export interface SpeakOptions {
  /** False for what goes on with something longer: it isn't put before what is being spoken already. */
  readonly headStart?: boolean;
  /** Whether somebody waits for the first sound: what speaks slowly then begins with a clause. False when absent. */
  readonly isAwaited?: boolean;
  /** A 32-bit integer: with the same one, what varies varies in the same way. Another each time when absent. */
  readonly seed?: number | undefined;
}

/**
 * When a piece of the text is heard, in seconds on the time line of the samples that were made. What an MP3 decoder
 * adds in front isn't included: see `mp3DelaySeconds`.
 */
export interface Timing {
  readonly start: number;
  readonly end: number;
  /** Where the piece begins in the original text, in code points. */
  readonly textOffset: number;
}

export interface WordTiming extends Timing {
  readonly word: string;
}

export interface SentenceTiming extends Timing {
  readonly sentence: string;
}

/** What is known once the last byte was made. */
export interface SynthesisResult {
  readonly durationSeconds: number;
  /** Seconds of silence that are due behind it, should speech follow. */
  readonly pause: number;
  /** BCP 47 tag of the language heard. */
  readonly language: string;
  readonly words: readonly WordTiming[];
  readonly sentences: readonly SentenceTiming[];
}

/**
 * The encoded audio while it is made; it can be read once. Work waits while nobody reads. Leaving the loop early, or
 * aborting, ends the work; an abort rejects both with the signal's reason. `result` never raises an unhandled
 * rejection.
 */
export interface Synthesis extends AsyncIterable<Uint8Array<ArrayBuffer>> {
  readonly result: Promise<SynthesisResult>;
  /** How many code points of the text have been spoken so far. */
  readonly charactersSpoken: number;
}
