import type { NeuralModel } from "./model.ts";
import type { VoiceReference } from "./reference.ts";

/** What a model's process does in one go. */
export type Work =
  | {
      readonly type: "speak";
      readonly text: string;
      readonly speaker: number;
      /** What a cloning model speaks like. */
      readonly reference?: VoiceReference | undefined;
    }
  /** Mono, between −1 and 1; the rate in Hz. */
  | { readonly type: "recognise"; readonly samples: Float32Array; readonly sampleRate: number };

/** What a model's process is told. */
export type ToProcess =
  | { readonly type: "load"; readonly model: NeuralModel; readonly memoryLimit: number }
  | Work
  /** Nobody wants the rest of what is being spoken. */
  | { readonly type: "stop" };

/** What a model's process tells. */
export type FromProcess =
  | { readonly type: "ready" }
  /** Mono, 22,050 Hz, between −1 and 1. */
  | { readonly type: "samples"; readonly samples: Float32Array }
  /** With the text that was recognised, where that was the work. */
  | { readonly type: "done"; readonly text?: string }
  | { readonly type: "failed"; readonly message: string }
  /** It holds more memory than it may: it ends. */
  | { readonly type: "too-large" };

/** With this a process ends by itself where the library isn't installed. */
export const notInstalled = 91;
