import { useEffect, useState } from "react";
import { usePlayground } from "../page/playground-context.ts";
import { canMeasure, measuresOf, measureTake, type SoundMeasures } from "../takes/measure-take.ts";
import type { TakeRow } from "../takes/take.ts";

/** What was measured of a take's sound, or why it isn't there. */
export type Measured =
  | { readonly status: "known"; readonly measures: SoundMeasures }
  | { readonly status: "measuring" }
  | { readonly status: "failed" }
  /** There is no sound, or more of it is still to come. */
  | { readonly status: "none" };

/** Measures a take's sound as soon as all of it is there, and ends when nobody looks any more. */
export function useMeasures(row: TakeRow | undefined): Measured {
  const { library } = usePlayground();
  const [failed, setFailed] = useState<string>();
  const measures = row === undefined ? undefined : measuresOf(row);
  const wanted = row !== undefined && measures === undefined && canMeasure(row) ? row.id : undefined;
  useEffect(() => {
    const whole = wanted === undefined ? undefined : library.row(wanted);
    if (whole === undefined) return;
    const controller = new AbortController();
    measureTake(library, whole, controller.signal).then(
      (found) => {
        if (found === undefined) setFailed(whole.id);
      },
      () => {
        if (!controller.signal.aborted) setFailed(whole.id);
      },
    );
    return () => controller.abort();
  }, [library, wanted]);
  if (measures !== undefined) return { status: "known", measures };
  if (wanted === undefined) return { status: "none" };
  return failed === wanted ? { status: "failed" } : { status: "measuring" };
}
