import { useMemo } from "react";
import { writeRequest } from "../../contract/request.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useScript, useSettings, useTake } from "../../core/page/playground-context.ts";
import type { ProgrammeItem } from "../../core/programme/programme-item.ts";
import { composePlan, type Plan } from "../../core/submit/derive.ts";
import { packForm } from "../../core/submit/shared-form.ts";
import { excerptOf, formOfPlan, partsOfPlan, planOfForm, saidInForm } from "../../core/submit/submission.ts";
import type { TakeDetails, TakeForm, TakeId } from "../../core/takes/take.ts";
import { forStage } from "./stage-form.ts";

/** What the page holds, as it would be presented. */
export interface PageItem {
  readonly form: TakeForm;
  /** The take in the player, where just this was sent. */
  readonly spoken: TakeId | undefined;
  /** The item that is shown while nothing is prepared. */
  readonly item: ProgrammeItem;
}

/** The id of what the page holds, among the items of a programme. */
export const pageItemId = "page";

/** The page's script with its settings, spoken already or not; where nothing is written, the take in the player. */
export function usePageItem(): PageItem {
  const plan = usePlan();
  const script = useScript();
  const values = useSettings((settings) => settings.values[plan.model.id]);
  const take = useTake();
  return useMemo(() => {
    const form = forStage(formOfPlan(plan, script, values ?? {}));
    const common = { id: pageItemId, place: 0, name: "" };
    if (take !== undefined && script.trim() === "")
      return {
        form,
        spoken: undefined,
        item: { ...common, kind: "take", take: take.id, excerpt: excerptOf(take.text) },
      };
    // By Speak, or on the stage.
    const wasSent = (take: NonNullable<ReturnType<typeof useTake>>) =>
      isSentBy(plan, script, take) || isSentBy(planOfForm(form), script, take);
    const spoken = take !== undefined && wasSent(take) ? take.id : undefined;
    return {
      form,
      spoken,
      item: { ...common, kind: "script", take: spoken, excerpt: excerptOf(saidInForm(form)), script: packForm(form) },
    };
  }, [plan, script, values, take]);
}

/** Whether a press would send just what was sent: the same requests, with the same silence between them. */
function isSentBy(
  plan: Plan,
  text: string,
  { request: { path, body }, parts = [] }: Pick<TakeDetails, "request" | "parts">,
): boolean {
  const own = partsOfPlan(plan, text) ?? [];
  const first = writeRequest(own[0]?.composed ?? composePlan(plan, text));
  const isSame = ({ place, composed }: (typeof own)[number], index: number) =>
    place.pause === parts[index]?.pause &&
    place.pauseBehind === parts[index]?.pauseBehind &&
    writeRequest(composed).body === parts[index]?.body;
  return first.path === path && first.body === body && own.length === parts.length && own.every(isSame);
}
