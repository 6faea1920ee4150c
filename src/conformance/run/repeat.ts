import type { CheckRequest } from "../checks/check.ts";
import { fillRequest } from "../checks/fill.ts";
import { wasAccepted } from "../checks/judge.ts";
import type { Observation } from "../checks/observation.ts";
import { type CheckEnvironment, newMemory, perform } from "./perform.ts";

/** The most that one request is repeated: this measures for one person, and puts no load on a service. */
export const mostRepetitions = 1_000;
/**
 * The most that are under way at once. A browser opens six connections to a server: what waited for one would count as
 * the service's time.
 */
export const mostParallel = 6;

/** How a request is repeated. */
export interface RepeatPlan {
  /** From 1 to {@link mostRepetitions}. */
  readonly times: number;
  /** How many are under way at once at most, from 1 to {@link mostParallel}. */
  readonly parallel: number;
  /** How long after one began the next may begin, in milliseconds. */
  readonly pace: number;
}

/** What one repetition came to. */
export interface Repetition {
  /** Its place, from 1. */
  readonly number: number;
  readonly status: number | undefined;
  /** Milliseconds to the first byte, of the sound where it speaks; undefined for one that failed. */
  readonly firstByte: number | undefined;
  /** Milliseconds to the first byte and what is silent behind it; undefined where no sound came that can be decoded. */
  readonly firstSound: number | undefined;
  /** Milliseconds to the last byte; undefined for one that failed. */
  readonly end: number | undefined;
  /** Why it failed; undefined for one that was accepted and came whole. */
  readonly failure: string | undefined;
}

/**
 * Sends a request again and again, and tells what became of each. Once `stop` is raised nothing further is sent; what
 * was sent is waited for.
 */
export async function repeat(
  request: CheckRequest,
  { times, parallel, pace }: RepeatPlan,
  environment: CheckEnvironment,
  stop: AbortSignal,
  onEnd: (repetition: Repetition) => void,
): Promise<void> {
  // What is turned away is what one wants to know here, and nothing is sent more often than was asked.
  const memory = newMemory(0);
  const never = new AbortController().signal;
  const { now, wait } = environment;
  const filled = fillRequest(request, environment.variables);
  let sent = 0;
  let free = now();
  async function work(): Promise<void> {
    while (sent < times && !stop.aborted) {
      sent += 1;
      const number = sent;
      const left = free - now();
      free = Math.max(free, now()) + pace;
      // Some waits reject when they are broken off.
      if (left > 0) await wait(left, stop).catch(() => undefined);
      if (stop.aborted) return;
      const { seen, failure } = await perform({ request: filled }, { listens: true }, environment, never, memory);
      const { status, broken, figures } = seen?.observation ?? { figures: {} };
      const isWhole = seen !== undefined && broken !== true && wasAccepted(seen.observation);
      const why = failure ?? (isWhole ? undefined : broken === true ? "broken off" : `HTTP ${status ?? ""}`.trim());
      onEnd({
        number,
        status,
        firstByte: isWhole ? figures.first_byte : undefined,
        firstSound: isWhole ? firstSoundOf(figures) : undefined,
        end: isWhole ? figures.end : undefined,
        failure: why,
      });
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, times) }, work));
}

function firstSoundOf({ first_byte: byte, leading_silence: silence }: Observation["figures"]): number | undefined {
  return byte === undefined || silence === undefined ? undefined : byte + 1_000 * silence;
}

/** What some values came to. */
export interface Spread {
  readonly least: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
  /** How many lie in each of equally wide parts, from the least to the most. */
  readonly parts: readonly number[];
}

/** So many parts has a histogram. */
const partsOfHistogram = 12;

/** Percentiles by nearest rank, and a histogram; undefined where there are no values. */
export function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = values.toSorted((one, other) => one - other);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return undefined;
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? most;
  const parts = Array.from({ length: partsOfHistogram }, () => 0);
  for (const value of sorted) {
    const at = most === least ? 0 : Math.floor(((value - least) / (most - least)) * partsOfHistogram);
    const part = Math.min(partsOfHistogram - 1, at);
    parts[part] = (parts[part] ?? 0) + 1;
  }
  return { least, p50: rank(0.5), p95: rank(0.95), p99: rank(0.99), most, parts };
}
