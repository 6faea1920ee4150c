/**
 * Why a reference recording can't be used. For the service's own log: callers are told the same words for every one.
 */
const unusableReasons = [
  "scheme",
  "credentials",
  "address",
  "redirect",
  "status",
  "encoding",
  "too_large",
  "too_slow",
  "unreachable",
  "not_audio",
  "too_short",
  "no_voice",
] as const;
export type UnusableReason = (typeof unusableReasons)[number];

/** A reference recording that can't be used. Neither the message nor the reason holds anything of its address. */
export class ReferenceUnusableError extends Error {
  override readonly name = "ReferenceUnusableError";

  constructor(readonly reason: UnusableReason) {
    super(`The reference recording can't be used: ${reason}.`);
  }
}
