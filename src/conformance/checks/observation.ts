import type { ServiceError } from "../../contract/errors.ts";
import type { OrderRemark } from "../../contract/frame-order.ts";
import type { TimesAsTold, Timing } from "../../contract/timestamps.ts";
import type { Figure } from "./expectation.ts";
import type { UnjudgedReason } from "./outcome.ts";

/** What came for one request, as far as an expectation may look at it. What didn't come is absent. */
export interface Observation {
  /** HTTP status; absent where a WebSocket was taken, or nothing came. */
  readonly status?: number | undefined;
  /** Set where the connection ended before the answer did. */
  readonly broken?: true | undefined;
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly error?: Omit<ServiceError, "raw"> | undefined;
  /** A body that is JSON, as it was read. */
  readonly json?: unknown;
  /** `mp3`, `wav`, `pcm_s16le`, `pcm_mulaw`, `ogg`, `flac` or a media type; absent where it isn't audio. */
  readonly codec?: string | undefined;
  readonly figures: Readonly<Partial<Record<Figure, number | undefined>>>;
  /** Times of words or sentences; absent where none came. */
  readonly timings?: readonly Timing[] | undefined;
  readonly granularity?: "word" | "sentence" | "unknown" | undefined;
  /** The same documents before anything of them was put in order; one for each that came. */
  readonly told?: readonly TimesAsTold[] | undefined;
  /** The unit that the times turned out to have. */
  readonly unit?: "seconds" | "milliseconds" | undefined;
  /** The text that was to be spoken. */
  readonly script?: string | undefined;
  /** Set where a completed task names no timestamps: it has them only if its upstream returned some (section 2.6). */
  readonly timeless?: true | undefined;
  /** A task's last state, in the service's own word. */
  readonly task?: string | undefined;
  /** What was read of a task while it was waited for, the last look included, in order. */
  readonly looks?: readonly unknown[] | undefined;
  /** How the sound sounds in each window of 20 ms: the level of each band of frequencies, in dB. */
  readonly windows?: readonly (readonly number[])[] | undefined;
  /** What of a sound that came can't be told here: nothing decodes it, or nothing reads its format. */
  readonly unmeasured?: readonly (Figure | "likeness")[] | undefined;
  /** What a recogniser of speech heard; absent where nobody listened for words. */
  readonly heard?: string | undefined;
  /** Why a sound that came wasn't listened to for its words, although that was wanted. */
  readonly unheard?: Extract<UnjudgedReason, "unmeasured" | "no_recogniser"> | undefined;
  /** The frames of a WebSocket in their order, by the letters of the expectation `frames`; undefined for HTTP. */
  readonly frames?: string | undefined;
  /** What a WebSocket did otherwise than section 6 says (see `judgeFrameOrder`); undefined for HTTP. */
  readonly order?: readonly OrderRemark[] | undefined;
  /** The body's bytes, while they are there. */
  readonly bytes?: Uint8Array | undefined;
}

/** What was observed in the earlier steps, by their names. */
export type Observations = ReadonlyMap<string, Observation>;

/** An observation of nothing: no answer came. */
export const nothingObserved: Observation = { headers: [], figures: {} };
