/** What can be remarked on an answer that brought what was asked for, or part of it. */
export const remarkCodes = [
  /** The answer. */
  "status",
  "type",
  "encoding",
  "language",
  /** The sound. */
  "other_codec",
  "truncated",
  "bytes_behind",
  "stray_bytes",
  "joined",
  "odd_samples",
  "assumed_rate",
  "note",
  /** The words' times. */
  "times_failed",
  "times_backwards",
  "times_negative",
  "times_beyond",
  "times_script",
  /** The request. */
  "aliases",
  /** The task, and the WebSocket. */
  "task_id",
  "task_wrapped",
  "frames",
] as const;
export type RemarkCode = (typeof remarkCodes)[number];
