import type { HeaderList } from "./errors.ts";

/** How long to wait where a service turned a request away and named no time, in milliseconds. */
export const usualPause = 5_000;
/**
 * The longest wait that a service can ask of what goes on by itself, in milliseconds: more is rather a mistake, and a
 * timer of more than 24 days would end at once.
 */
export const longestRetryAfter = 3_600_000;

/**
 * How long a service asks to be left alone, in milliseconds; undefined where it says nothing of that. `retry-after-ms`
 * is finer than `retry-after`, which holds seconds or the date until which to wait (RFC 9110, section 10.2.3).
 *
 * @param time Unix time in milliseconds.
 */
export function retryAfterOf(headers: HeaderList, time: number): number | undefined {
  const value = (name: string): string => headers.find(([key]) => key === name)?.[1].trim() ?? "";
  const coarse = value("retry-after");
  const isDate = /[a-z]/i.test(coarse);
  const candidates = [asNumber(value("retry-after-ms")), isDate ? Date.parse(coarse) - time : 1_000 * asNumber(coarse)];
  return candidates.find((candidate) => Number.isFinite(candidate) && candidate >= 0);
}

/** NaN for nothing, which `Number` takes for zero. */
function asNumber(text: string): number {
  return text === "" ? Number.NaN : Number(text);
}
