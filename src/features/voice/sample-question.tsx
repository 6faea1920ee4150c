import { useSettings, useTexts } from "../../core/page/playground-context.ts";
import { describePrice } from "../../core/submit/describe-plan.ts";
import { voiceMessages } from "../../core/voices/messages/index.ts";
import { samplePrice } from "../../core/voices/sample-sentence.ts";
import { Button } from "../../kit/button.tsx";
import type { Hearing } from "./use-hear.ts";
import styles from "./voice.module.css";

interface SampleQuestionProps {
  readonly hearing: Hearing;
  /** What waits for the answer (see {@link Hearing}). */
  readonly asking: NonNullable<Hearing["asking"]>;
  /** How the voice is said. */
  readonly label: string;
  /** Called after the answer: brings the keyboard back to where it came from. */
  readonly onDone: () => void;
}

/**
 * Asks before a voice is heard for the first time where that costs, and says what. Escape declines. For
 * `lazyWithRetry`.
 */
export default function SampleQuestion({ hearing, asking, label, onDone }: SampleQuestionProps) {
  const texts = useTexts(voiceMessages);
  const { messages } = texts;
  const multiplier = useSettings((settings) => settings.multiplier);
  // Where the embedded service speaks, nobody is asked.
  const price = describePrice(samplePrice(asking, multiplier), { embedded: false, multiplier }, texts);
  const answer = (act: () => void) => () => {
    act();
    onDone();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line
    <div
      role="group"
      aria-label={messages.hear(label)}
      className={styles["asking"]}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        // The dialog around it stays.
        event.preventDefault();
        answer(hearing.decline)();
      }}
    >
      <p id="samples-cost">{asking.text === undefined ? messages.samplesCost(price) : messages.ownWordsCost(price)}</p>
      <Button
        // The question came up because a key asked to hear the voice.
        autoFocus
        look="main"
        aria-describedby="samples-cost"
        onClick={answer(hearing.agree)}
      >
        {messages.hearAll}
      </Button>
      <Button onClick={answer(hearing.decline)}>{messages.notNow}</Button>
    </div>
  );
}
