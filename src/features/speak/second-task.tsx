import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { usePlan } from "../../core/page/plan-context.tsx";
import { usePlayground, useScript } from "../../core/page/playground-context.ts";
import { derivePrice } from "../../core/submit/derive.ts";
import { describeRowPrice } from "../../core/takes/describe-take.ts";
import { isTaskUnderWay } from "../../core/takes/take.ts";
import { useHistoryTexts, useLibrary } from "../../core/takes/use-history.ts";
import { Question } from "../../kit/question.tsx";
import styles from "./send.module.css";
import { useSpeak } from "./use-speak.ts";

/**
 * Asks before the same task is sent once more while the first is under way: it would cost as much again. Default export,
 * because it is loaded when it is asked.
 */
export default function SecondTask() {
  const texts = useHistoryTexts();
  const { again } = texts.h.task;
  const { ask, asking } = useStore(usePlayground().sentTasks);
  const { rows } = useLibrary();
  const plan = usePlan();
  const script = useScript();
  const { press } = useSpeak();
  const asked = useRef({ plan, script });
  const first = rows.find(({ id }) => id === asking);
  const isOver = first === undefined || !isTaskUnderWay(first);
  useEffect(() => {
    // The question was about another request, or the task is over meanwhile.
    const holds = asked.current.plan === plan && asked.current.script === script;
    if (!holds || isOver) ask(undefined);
  }, [plan, script, isOver, ask]);
  const price = derivePrice(plan, script);
  return (
    <div className={styles["again"]}>
      <Question
        title={again.title}
        text={again.text(describeRowPrice(price, texts.multiplier, texts))}
        accept={again.repeat}
        decline={again.decline}
        focus="decline"
        onAccept={() => press("again")}
        onDecline={() => ask(undefined)}
      />
    </div>
  );
}
