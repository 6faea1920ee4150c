import type { Timbre } from "../../engines/espeak/timbre.ts";

/** A language of the engine that reads a script which a voice's own doesn't read. */
export interface ScriptReading {
  /** The source of a regular expression for one letter of the script. */
  readonly letters: string;
  /** The engine's name for the language. */
  readonly language: string;
  /** BCP 47 tag of the language. */
  readonly spokenLanguage: string;
}

/** What speaks: a language of the engine with a timbre. Plain data, so that it can travel to a worker thread. */
export interface EngineVoice {
  /** The engine's name for the language, such as `en-us`. */
  readonly language: string;
  /** BCP 47 tag of the language that is really heard, such as `pt-PT` for a Galician voice. */
  readonly spokenLanguage: string;
  readonly timbre: Timbre;
  /** What reads the scripts of a text that the language doesn't read; none when absent. */
  readonly otherScripts?: readonly ScriptReading[];
}
