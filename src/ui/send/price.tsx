import { useMemo } from "react";
import { derivePrice } from "../../state/derive.ts";
import { Hint } from "../kit/hint.tsx";
import { usePlan } from "../plan-context.tsx";
import { useConfig, useScript, useSettings, useTexts } from "../playground-context.ts";
import { describePrice } from "./describe-price.ts";
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
  const { text, help } = describePrice(price, { embedded, multiplier }, texts);
  return (
    <Hint text={help}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: how the price comes about must be reachable by keyboard */}
      <p className={styles["price"]} tabIndex={0}>
        <span className={styles["visuallyHidden"]}>{`${texts.t.price.label}: `}</span>
        {text}
      </p>
    </Hint>
  );
}
