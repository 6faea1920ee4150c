import { useConfig, useSettings } from "../../core/page/playground-context.ts";
import { derivePrice, type Plan } from "../../core/submit/derive.ts";
import { describePrice } from "../../core/submit/describe-plan.ts";
import { describeEstimate } from "../../core/takes/describe-take.ts";
import { useHistoryTexts } from "../../core/takes/use-history.ts";

/** Tells what a plan would cost with `text`, as its take will tell it. */
export function usePlanPrice(text: string): (plan: Plan) => string {
  const texts = useHistoryTexts();
  const embedded = useConfig().data?.service === "embedded";
  const multiplier = useSettings((settings) => settings.multiplier);
  return (plan) => {
    const price = derivePrice(plan, text);
    if (price?.kind === "undocumented") return describePrice(price, { embedded, multiplier }, texts);
    return describeEstimate(price, multiplier, texts);
  };
}
