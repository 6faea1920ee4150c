/**
 * Where the interface document is silent, this service chooses otherwise than the embedded one, which is behind the
 * dash. All hold at first; a test may take any of them away.
 */
export const differences = [
  /** A task is answered with 202 – 200. */
  "accepted_tasks",
  /** Task objects have no `progress` and fields that nobody knows – `progress`, and `duration_seconds` at the end. */
  "unusual_tasks",
  /** A running task is called `running` – `in_progress`. */
  "unusual_status",
  /** Task ids hold every character that an opaque string may – letters and digits. */
  "unusual_task_ids",
  /**
   * `content_url` has a signature in its query whose bytes look different once an address is written anew – no query.
   */
  "signed_content",
  /** `content_url` and `timestamps_url` begin with the service's whole address – with its path. */
  "absolute_addresses",
  /** Times are a bare array, in milliseconds and with further fields – under `timestamps`, in seconds. */
  "bare_timestamps",
  /**
   * Progress frames have the words under `words`, a few at a time, in milliseconds – all under `message`, in seconds.
   */
  "partial_progress",
  /** Text frames come between the binary ones, some of types that nobody knows – behind them. */
  "interleaved_frames",
  /** `complete` carries more than its type – nothing. */
  "talkative_complete",
  /** Errors are FastAPI's details, plain text or HTML – `{"error": {…}}`. */
  "unusual_errors",
  /** `retry-after` is a date – seconds. */
  "retry_after_date",
  /** Audio is `application/octet-stream` – its own type. */
  "untyped_audio",
  /** Audio comes in odd pieces, without an announced length, and `HEAD` announces none either – at once, announced. */
  "unannounced_length",
  /** Headerless samples are 16,000 a second – 22,050. */
  "slow_samples",
  /** The model list has entries with further fields, language models and an entry without an id – the three alone. */
  "crowded_model_list",
  /** Field names are in capitals, and there are some that nobody knows – usual ones. */
  "shouted_headers",
] as const;
export type Difference = (typeof differences)[number];
