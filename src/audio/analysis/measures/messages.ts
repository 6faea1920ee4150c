import type { AudioFormat } from "../../base/format.ts";
import type { AudioBytes } from "../../base/source.ts";
import type { Samples } from "../../decoders/decoder.ts";
import type { Peaks } from "../peaks/peak-meter.ts";
import type { Spectrogram } from "../spectrogram/spectrogram-meter.ts";
import type { SoundMeasures } from "./sound-meter.ts";
import type { VoiceTraits } from "./voice-meter.ts";

/** Everything that is found in a sound by going through it once. */
export interface SoundAnalysis {
  readonly measures: SoundMeasures;
  readonly peaks: Peaks;
  /** These are undefined where they weren't asked for. */
  readonly spectrogram: Spectrogram | undefined;
  readonly voice: VoiceTraits | undefined;
  /** For a recogniser of speech; undefined where it lasts too long, too. */
  readonly speech: Samples | undefined;
}

/** What of a sound is wanted beside its measures. */
export type Wanted = Readonly<Record<"spectrogram" | "voice" | "speech", boolean>>;

/** What the page tells the worker that measures. `bytes` and `end` are answered before the next is sent. */
export type AnalysisRequest =
  | ({ readonly type: "format"; readonly format: AudioFormat } & Wanted)
  | { readonly type: "bytes"; readonly bytes: AudioBytes }
  | { readonly type: "end" };

/** What the worker says. `unreadable`: this format can't be decoded piece by piece here, or the bytes make no sense. */
export type AnalysisAnswer =
  | { readonly type: "ready" }
  | { readonly type: "done"; readonly analysis: SoundAnalysis }
  | { readonly type: "unreadable" };
