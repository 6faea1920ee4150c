import type { SpokenPart } from "../../engines/engine.ts";
import type { FailureFacts, NeuralVoice } from "../../engines/natural-voices.ts";
import type { EncodedPart, EncodingPart } from "../encoding.ts";
import type { SentenceTiming, Utterance, WordTiming } from "../utterance.ts";

/** Bytes of one job that may be under way to its reader before the job waits. */
export const creditBytes = 256 * 1_024;

/** What the pool tells a synthesis thread. */
export type ToThread =
  | {
      readonly type: "speak";
      readonly job: number;
      readonly utterance: Utterance;
      readonly seed: number;
      /** One 32-bit integer, 1 once the job is cancelled: the thread reads it while the engine holds it. */
      readonly cancelled: SharedArrayBuffer;
      /** Whether it may go ahead of what is being spoken. */
      readonly headStart: boolean;
      /** Seconds that a second of its speech takes to be made, where somebody waits for its beginning. */
      readonly slowness?: number | undefined;
    }
  | ({ readonly type: "encode"; readonly job: number } & EncodingPart)
  /** The reader took bytes; more may follow. */
  | { readonly type: "taken"; readonly job: number; readonly bytes: number }
  /** A job's flag was raised: forget it if it isn't being spoken. */
  | { readonly type: "cancelled"; readonly job: number }
  /** Answer to `read`; without parts where the dictionary failed. */
  | { readonly type: "reading"; readonly request: number; readonly parts?: readonly SpokenPart[] }
  /** Sound that a natural voice made for `sound`. */
  | { readonly type: "sounded"; readonly request: number; readonly samples: Float32Array }
  /** Its end: with `failure` where the voice could not speak. */
  | {
      readonly type: "sounded-all";
      readonly request: number;
      readonly failure?: FailureFacts & { readonly message: string };
    };

/** What a synthesis thread tells the pool. */
export type FromThread =
  | { readonly type: "ready" }
  | { readonly type: "audio"; readonly job: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | {
      readonly type: "timings";
      readonly job: number;
      readonly words: readonly WordTiming[];
      readonly sentence?: SentenceTiming;
    }
  | { readonly type: "done"; readonly job: number; readonly durationSeconds: number; readonly pause: number }
  | ({ readonly type: "encoded"; readonly job: number } & EncodedPart)
  | {
      readonly type: "failed";
      readonly job: number;
      readonly reason: "nothing-to-speak" | "engine" | "natural-voice";
      readonly message: string;
      /** Of a natural voice's. */
      readonly facts?: FailureFacts;
    }
  /** Asks how a Japanese text with kanji is read. */
  | { readonly type: "read"; readonly request: number; readonly text: string }
  /** Asks a natural voice to speak. */
  | { readonly type: "sound"; readonly request: number; readonly voice: NeuralVoice; readonly text: string }
  /** The rest of that isn't wanted. */
  | { readonly type: "sound-unwanted"; readonly request: number };
