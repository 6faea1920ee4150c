import { useEffect, useId, useRef } from "react";
import { Button } from "./button.tsx";
import styles from "./kit.module.css";

interface QuestionProps {
  readonly title: string;
  readonly text: string;
  /** What the buttons say: the one that goes on, and the one that leaves everything as it is. */
  readonly accept: string;
  readonly decline: string;
  /** The answer that has the focus: Enter gives it without a look. */
  readonly focus: "accept" | "decline";
  readonly onAccept: () => void;
  readonly onDecline: () => void;
}

/** Asks in its place on the page before something is sent. Escape declines. */
export function Question({ title, text, accept, decline, focus, onAccept, onDecline }: QuestionProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLButtonElement>(null);
  // It stands between a press and the sending. The page moves no further than it must: browsers would put it in the
  // middle.
  useEffect(() => {
    answer.current?.focus({ preventScroll: true });
    box.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div
      ref={box}
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className={styles["question"]}
      onKeyDown={(event) => {
        if (event.key === "Escape") onDecline();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p id={`${id}-text`}>{text}</p>
      <Button ref={focus === "accept" ? answer : undefined} size="pill" look="main" onClick={onAccept}>
        {accept}
      </Button>
      <Button ref={focus === "decline" ? answer : undefined} size="pill" onClick={onDecline}>
        {decline}
      </Button>
    </div>
  );
}
