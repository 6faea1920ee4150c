import { decibelsOf, measuresOf } from "../takes/measure-take.ts";
import { completeAfter, type TakeRow } from "../takes/take.ts";

/** Milliseconds to the microsecond: what stands behind it is the clock's arithmetic, not its time. */
export function leavingTime(milliseconds: number): number;
export function leavingTime(milliseconds: number | undefined): number | undefined;
export function leavingTime(milliseconds: number | undefined): number | undefined {
  return milliseconds === undefined ? undefined : Number(milliseconds.toFixed(3));
}

/** The sample peak of a take's sound in dBFS; undefined where it wasn't measured, or is silence. */
export function leavingPeak(row: TakeRow): number | undefined {
  const peak = measuresOf(row)?.peak ?? 0;
  return peak > 0 ? decibelsOf(peak) : undefined;
}

/** Seconds of sound per second of waiting for all of it, of a take that is complete and was sent in one go. */
export function leavingRealTime(row: TakeRow): number | undefined {
  const { facts, resumed } = row;
  const complete = completeAfter(row) ?? 0;
  if (resumed !== undefined || facts?.duration === undefined || complete === 0) return undefined;
  return (facts.duration * 1_000) / complete;
}
