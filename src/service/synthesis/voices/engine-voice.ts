/** What makes a voice sound like itself, whatever it says. */
export interface Timbre {
  /** Median fundamental frequency, in Hz, when nothing else is asked for. */
  readonly f0: number;
  /** Lengths of the vocal tract as a factor on the formant frequencies; 1 is the engine's own adult male voice. */
  readonly formantScale: number;
  /** Slow wavering of the pitch, 0 to 20. */
  readonly flutter: number;
  /** Creak, 0 (none) to 7. */
  readonly roughness: number;
  /** Level of the higher formants against the lower ones, in percent; 100 is neutral, more is brighter. */
  readonly brightness: number;
  /** Width of the intonation, as a factor; 1 is the engine's own. */
  readonly liveliness: number;
}

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
