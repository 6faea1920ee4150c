import { useMemo } from "react";
import { estimateSeconds } from "../../contract/prices.ts";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useScript, useTexts } from "../../core/page/playground-context.ts";
import { deriveParts } from "../../core/submit/derive.ts";
import { Notice } from "../../kit/notice.tsx";
import { longTextMessages } from "./messages/index.ts";
import styles from "./send.module.css";

/** From this length on it is told in minutes; seconds. */
const inMinutes = 90;

/**
 * How much audio a task or a text in parts will about be, and how many requests it takes. Default export, because it
 * is loaded for long texts.
 */
export default function LongNotice() {
  const { page, messages } = useTexts(longTextMessages);
  const plan = usePlan();
  const { partLimit } = plan;
  const script = useScript();
  const [parts, seconds] = useMemo(() => [deriveParts(plan, script).length, estimateSeconds(script)], [plan, script]);
  const length = seconds < inMinutes ? messages.seconds(seconds) : messages.minutes(Math.round(seconds / 60));
  const text = partLimit === undefined ? [length] : [messages.parts(parts, partLimit), length];
  return (
    <div className={styles["notices"]}>
      <Notice tone="quiet">{text.join(page.between.sentences)}</Notice>
    </div>
  );
}
