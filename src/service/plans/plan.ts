import type { Voice } from "../../contract/voices.ts";
import type { AcceptedRequest } from "../accept.ts";
import type { Utterance } from "../synthesis/synthesizer.ts";

/** The voice that a request named, among those that it could have named. */
export interface NamedVoice {
  readonly voice: Voice;
  readonly catalogue: readonly Voice[];
}

/** How a request is going to be spoken. */
export interface SpeechPlan {
  readonly utterance: Utterance;
  /** Absent where the voice is a recording's. */
  readonly named?: NamedVoice;
}

/**
 * Turns a request of one model into what the engine needs. A planner that fetches something does so when the request
 * runs, which may be long after it was taken; one that doesn't can refuse a request as soon as it comes.
 *
 * @throws Refusal when the voice is unknown or its language cannot be spoken, or what was fetched cannot be used.
 */
export type Planner =
  | { readonly fetches: false; readonly plan: (request: AcceptedRequest) => Promise<SpeechPlan> }
  | {
      readonly fetches: true;
      /** Refuses what can be seen from the request alone. */
      readonly check: (request: AcceptedRequest) => Promise<void>;
      /** @param seed of what is drawn by chance, a 32-bit integer; it is drawn anew each time when absent. */
      readonly plan: (request: AcceptedRequest, signal: AbortSignal, seed?: number) => Promise<SpeechPlan>;
    };
