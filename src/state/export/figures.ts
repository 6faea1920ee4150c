import type { TakeRow } from "../library/take.ts";

/** Seconds of sound per second of waiting for all of it, of a take that is complete. */
export function leavingRealTime({ status, times, facts }: TakeRow): number | undefined {
  if (status !== "complete" || facts?.duration === undefined || times.ended === undefined) return undefined;
  return times.ended > 0 ? (facts.duration * 1_000) / times.ended : undefined;
}
