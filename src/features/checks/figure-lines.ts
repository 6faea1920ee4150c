import { figureNames } from "../../conformance/checks/expectation.ts";
import type { PastRun } from "../../conformance/run/result.ts";

/** How one figure of a step went from run to run, the latest at the end. */
export interface FigureLine {
  readonly step: string;
  readonly figure: string;
  readonly values: readonly number[];
}

/**
 * The lines of a check's figures at the service with this base address: what two services take isn't one line.
 * A figure with fewer than two values has none.
 */
export function linesOf(past: readonly PastRun[], address: string | undefined): readonly FigureLine[] {
  const own = past.filter((run) => run.address === address);
  const steps = [...new Set(own.flatMap(({ figures }) => Object.keys(figures)))];
  return steps.flatMap((step) =>
    figureNames.flatMap((figure) => {
      const values = own.flatMap(({ figures }) => figures[step]?.[figure] ?? []);
      return values.length < 2 ? [] : [{ step, figure, values }];
    }),
  );
}

/** A figure in four digits; in all of those before the point where there are more, such as of bytes. */
export function inShort(value: number): number {
  return Math.abs(value) < 1_000 ? Number(value.toPrecision(4)) : Math.round(value);
}
