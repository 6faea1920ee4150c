import { createContext, type ReactNode, useContext, useMemo } from "react";
import { derivePlan, measureText, type Plan } from "../submit/derive.ts";
import { usablePronunciations } from "../text/pronunciations.ts";
import { useLanguage, useScript, useSettings } from "./playground-context.ts";

const PlanContext = createContext<Plan | undefined>(undefined);

/**
 * Derives the plan once for everything below: counting 500,000 characters takes a millisecond, which nobody should pay
 * twice.
 */
export function PlanProvider({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const script = useScript();
  const settings = useSettings(({ model, modes, transport, values, followsDirections }) => ({
    ...{ model, modes, transport, values, followsDirections },
  }));
  const list = useSettings(({ pronunciations }) => usablePronunciations(pronunciations));
  const measures = useMemo(() => measureText(script, list), [script, list]);
  const plan = useMemo(() => derivePlan(settings, language, measures), [settings, language, measures]);
  return <PlanContext value={plan}>{children}</PlanContext>;
}

/** What a press of Speak would do as things stand. */
export function usePlan(): Plan {
  const plan = useContext(PlanContext);
  if (plan === undefined) throw new Error("There is no plan around this component.");
  return plan;
}
