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
