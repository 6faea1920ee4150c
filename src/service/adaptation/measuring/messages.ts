import type { UnusableReason } from "../../reference/unusable.ts";
import type { Measurement } from "./measure.ts";

/** What is asked of the measuring thread, for the bytes of an MP3 or WAV file. */
export interface MeasuringRequest {
  readonly bytes: Uint8Array;
  /** Absent where the voice shall be measured: then only the speech is wanted, at most so many seconds of it. */
  readonly cutTo?: number;
}

/** The speech in a recording, mono, at `referenceSampleRate`. */
export interface CutSpeech {
  readonly samples: Float32Array;
  /** Whether nothing that is said was left out. */
  readonly isWhole: boolean;
}

/** What the measuring thread answers: errors lose their class on the way between threads, so the reason travels. */
export type MeasuringAnswer =
  | { readonly measurement: Measurement }
  | { readonly speech: CutSpeech }
  | { readonly unusable: UnusableReason };
