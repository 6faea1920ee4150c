import type { VoiceReference } from "./neural/reference.ts";

/** A voice that is spoken outside of the synthesis threads. Plain data. */
export interface NeuralVoice {
  /** The name of what speaks it: a model, or a server. */
  readonly model: string;
  /** Its number in the model, or its name at the server. */
  readonly speaker: number | string;
  /** What a model that clones voices speaks like. */
  readonly reference?: VoiceReference;
}

/** One of the voices that something has. */
export interface NaturalSpeaker {
  readonly speaker: NeuralVoice["speaker"];
  /** BCP 47 tag of what it speaks. */
  readonly language: string;
  readonly gender: "female" | "male";
}

/** What can be asked to speak, with its voices. */
export interface NaturalModel {
  readonly name: string;
  readonly speakers: readonly NaturalSpeaker[];
}

/** How a failure of a natural voice is told, beside its message. */
export interface FailureFacts {
  /** 502 for a wrong answer of something else, 503 where trying again may help, 504 for no answer in time. */
  readonly status?: 502 | 503 | 504;
  /** Seconds after which it may be tried again. */
  readonly retryAfter?: number;
}

/** A natural voice could not speak: the one request that asked for it fails, and nothing else. */
export class ModelFailedError extends Error {
  override readonly name = "ModelFailedError";
  readonly facts: FailureFacts;

  constructor(message: string, { cause, ...facts }: FailureFacts & { readonly cause?: unknown } = {}) {
    super(message, { cause });
    this.facts = facts;
  }
}

/** Takes samples at a rate in Hz, which is the same for all of a text. */
export type TakeSound = (samples: Float32Array, sampleRate: number) => void;

/** Models on this machine, or a server elsewhere. */
export interface NaturalSource {
  /** Those that are there now. */
  readonly models: readonly NaturalModel[];
  /**
   * Speaks a text and hands on its sound while it is made, mono, between −1 and 1.
   *
   * @throws ModelFailedError; the signal's reason after an abort.
   */
  speak(voice: NeuralVoice, text: string, take: TakeSound, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}
