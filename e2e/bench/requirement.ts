import type { Row } from "./table.ts";

/** What a bench must reach. */
export interface Requirement {
  readonly what: string;
  /** What was measured; undefined where this machine can't measure it. */
  readonly value: number | undefined;
  readonly bound: { readonly atLeast: number } | { readonly below: number };
  readonly unit?: string;
}

/** A part of a bench's result. */
export interface Part {
  readonly rows: readonly Row[];
  /** What one must know to read the rows. */
  readonly notes?: readonly string[];
  readonly requirements?: readonly Requirement[];
}

/** Whether a requirement is met, and the line that says so. What couldn't be measured isn't met. */
export function judge({ what, value, bound, unit }: Requirement): { readonly met: boolean; readonly line: string } {
  const required = "atLeast" in bound ? `at least ${bound.atLeast}` : `below ${bound.below}`;
  const measured = value === undefined ? "not measured" : Number(value.toFixed(3));
  const text = `${what}: ${measured} (required: ${[required, unit].join(" ").trim()})`;
  if (value === undefined) return { met: false, line: `NOT MEASURED  ${text}` };
  const met = "atLeast" in bound ? value >= bound.atLeast : value < bound.below;
  return { met, line: `${met ? "met" : "MISSED"}  ${text}` };
}
