import { useCallback, useEffect, useRef } from "react";
import { Question as InlineQuestion } from "../../kit/question.tsx";
import { usePlan } from "../page/plan-context.tsx";
import { usePlayground } from "../page/playground-context.ts";
import { ConfirmDialog } from "../takes/confirm-dialog.tsx";
import { describeRowPrice } from "../takes/describe-take.ts";
import { isTaskUnderWay } from "../takes/take.ts";
import { useHistoryTexts, useLibrary } from "../takes/use-history.ts";
import { describeQuestion } from "./describe-question.ts";
import { type Question, questionOf } from "./questions.ts";
import type { Place } from "./submit.ts";
import { useHeldWish } from "./use-held-wish.ts";

/**
 * What a person is asked before something is sent: where it was wanted, or in a dialog before the page. Default export,
 * because it is loaded when it is asked.
 */
export default function SubmitQuestion({
  place,
  look,
}: {
  readonly place: Exclude<Place, "stage">;
  readonly look: "inline" | "dialog";
}) {
  const held = useHeldWish(place);
  const texts = useHistoryTexts();
  const { submit } = usePlayground();
  const question = held === undefined ? undefined : questionOf(held.hurdle);
  const withdraw = useCallback(() => submit.getState().withdraw(place), [submit, place]);
  useWithdrawal(question, withdraw);
  if (held === undefined || question === undefined) return null;
  const price = "price" in question ? describeRowPrice(question.price, texts.multiplier, texts) : "";
  const words = describeQuestion(question, texts, price);
  const agree = () => submit.getState().agree(held);
  if (look === "inline") return <InlineQuestion key={question.kind} {...words} onAccept={agree} onDecline={withdraw} />;
  const { title, text, accept, decline } = words;
  return (
    <ConfirmDialog question={{ title, text: <p>{text}</p>, confirm: accept, decline, act: agree }} onClose={withdraw} />
  );
}

/** Withdraws a question when another request would be sent by now, and when the task that it is about is over. */
function useWithdrawal(question: Question | undefined, withdraw: () => void): void {
  const plan = usePlan();
  const about = question?.kind === "unlisted" ? plan.model : plan;
  const asked = useRef<{ readonly question: Question; readonly about: unknown }>(undefined);
  const task = question?.kind === "under_way" ? question.task : undefined;
  const isOver = useLibrary(
    ({ rows }) => task !== undefined && !rows.some((row) => row.id === task && isTaskUnderWay(row)),
  );
  useEffect(() => {
    if (question === undefined) return;
    if (asked.current?.question !== question) asked.current = { question, about };
    if (isOver || asked.current.about !== about) withdraw();
  }, [question, about, isOver, withdraw]);
}
