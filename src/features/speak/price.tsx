import { useMemo } from "react";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useConfig, useScript, useSettings, useTexts } from "../../core/page/playground-context.ts";
import { derivePrice } from "../../core/submit/derive.ts";
import { describePrice, explainPrice } from "../../core/submit/describe-price.ts";
import { Hint } from "../../kit/hint.tsx";
import { VisuallyHidden } from "../../kit/visually-hidden.tsx";
import styles from "./send.module.css";

/** What a press of Speak costs, as far as the document tells. */
export function PriceTag() {
  const texts = useTexts();
  const plan = usePlan();
  const script = useScript();
  const embedded = useConfig().data?.service === "embedded";
  const multiplier = useSettings((settings) => settings.multiplier);
  const price = useMemo(() => derivePrice(plan, script, multiplier), [plan, script, multiplier]);
  if (price === undefined) return null;
  return (
    <Hint text={explainPrice(plan.model.price, embedded, texts)}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: how the price comes about must be reachable by keyboard */}
      <p className={styles["price"]} tabIndex={0}>
        <VisuallyHidden>{`${texts.t.price.label}: `}</VisuallyHidden>
        {describePrice(price, { embedded, multiplier }, texts)}
      </p>
    </Hint>
  );
}
