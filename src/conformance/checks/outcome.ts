/** What became of a check: nothing else can be said of one. */
export const outcomes = ["passed", "failed", "not_judged"] as const;
export type Outcome = (typeof outcomes)[number];

/** Why nothing can be said of a rule. */
export const unjudgedReasons = [
  /** The run hasn't come to it, or was stopped before. */
  "not_asked",
  /** The service doesn't accept the key, so that the run ended before. */
  "key_refused",
  /** The service stopped answering, so that the run ended before. */
  "service_gone",
  /** It was sent, and the page was gone before its answer. */
  "unanswered",
  /** No answer of the service's came for this request. */
  "no_answer",
  /** A task was given up before it had ended. */
  "unended",
  /** It wasn't sent: it might have cost more than was allowed. */
  "over_budget",
  /** The service's answer began, and broke off. */
  "broken_answer",
  /** The status may have another cause than what the rule is about. */
  "status",
  /** Nothing that is accepted was sent beside the refused request. */
  "no_control",
  /** What was sent beside the request wasn't accepted either. */
  "control_refused",
  /** It needs something that isn't there. */
  "lacks",
  /** Where the document is silent, nothing is expected of this service. */
  "nothing_expected",
  /** Nothing here can decode a sound, or read its format. */
  "unmeasured",
  /** No recogniser of speech is here that knows the language. */
  "no_recogniser",
] as const;
export type UnjudgedReason = (typeof unjudgedReasons)[number];

/**
 * Whether a refusal with this status may have another cause than the request's fault: the key, the address, how often
 * was asked, or a failure of the service. A rule that asks for such a status itself is judged by it.
 */
export function mayHaveOtherCause(status: number): boolean {
  return [401, 403, 404, 405, 429].includes(status) || status >= 500;
}
