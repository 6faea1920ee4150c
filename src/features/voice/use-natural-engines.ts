import { useMemo } from "react";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig } from "../../core/page/playground-context.ts";
import { type NaturalEngineOf, naturalEngines } from "../../core/voices/natural-voices.ts";

/** What speaks the chosen model's voices naturally; undefined where nothing does, or nothing is known of it. */
export function useNaturalEngines(): NaturalEngineOf | undefined {
  const { model } = usePlan();
  const engines = useConfig().data?.engines;
  return useMemo(
    () => (engines?.natural[model.id] === undefined ? undefined : naturalEngines(engines, model.id)),
    [engines, model.id],
  );
}
