import type { Timbre } from "../../engines/espeak/timbre.ts";
import type { NeuralVoice } from "../../engines/natural-voices.ts";
import type { ScriptRun } from "../text/foreign-scripts.ts";

/**
 * A language of the engine that reads a script which a voice's own doesn't read. Of several for one script, the first
 * reads what tells of no language.
 */
export interface ScriptReading extends ScriptRun {
  /** BCP 47 tag of the language that is read; absent in what an older version has kept. */
  readonly locale?: string;
  /** The engine's name for the language. */
  readonly language: string;
  /** BCP 47 tag of the language. */
  readonly spokenLanguage: string;
  /** What speaks it, where that isn't eSpeak NG. */
  readonly natural?: NeuralVoice;
}

/**
 * What speaks: a language of eSpeak NG with a timbre, or a natural voice in its place. Plain data, so that it can
 * travel to a worker thread.
 */
export interface EngineVoice {
  /** The engine's name for the language, such as `en-us`. */
  readonly language: string;
  /** BCP 47 tag of the language that is really heard, such as `pt-PT` for a Galician voice. */
  readonly spokenLanguage: string;
  readonly timbre: Timbre;
  /** Median pitches in Hz, where a timbre can't be taken to that of a recording: the recording's, and what is heard. */
  readonly unreached?: { readonly asked: number; readonly spoken: number };
  /** What speaks in its place; eSpeak NG then only tells when each word is heard. */
  readonly natural?: NeuralVoice;
  /** What reads the scripts of a text that the language doesn't read; none when absent. */
  readonly otherScripts?: readonly ScriptReading[];
}
