import { useId } from "react";
import styles from "./question.module.css";

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
  return (
    <div
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
      {/* biome-ignore lint/a11y/noAutofocus: the question stands between the press of Speak and the sending */}
      <button type="button" autoFocus={focus === "accept"} data-main="" onClick={onAccept}>
        {accept}
      </button>
      {/* biome-ignore lint/a11y/noAutofocus: see above */}
      <button type="button" autoFocus={focus === "decline"} onClick={onDecline}>
        {decline}
      </button>
    </div>
  );
}
