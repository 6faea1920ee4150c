import { Button } from "../../kit/button.tsx";
import type { PresentMessages } from "./messages/index.ts";
import styles from "./present.module.css";
import { useFocusSoon } from "./use-focus-soon.ts";
import { longestSentence } from "./window/messages.ts";

interface StageLineProps {
  readonly messages: PresentMessages;
  /** Called with what is to be spoken; whoever takes it ends the line. */
  readonly onSpeak: (text: string) => void;
  readonly onClose: () => void;
}

/** A line for a sentence from the audience. Enter speaks it, Escape leaves it. */
export function StageLine({ messages, onSpeak, onClose }: StageLineProps) {
  const field = useFocusSoon();
  return (
    <form
      className={styles["message"]}
      aria-label={messages.line.label}
      onSubmit={(event) => {
        event.preventDefault();
        const text = field.current?.value.trim() ?? "";
        if (text !== "") onSpeak(text);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
    >
      <input
        ref={field}
        className={styles["lineField"]}
        aria-label={messages.line.label}
        placeholder={messages.line.label}
        autoComplete="off"
        maxLength={longestSentence}
      />
      <div className={styles["messageActions"]}>
        <Button type="submit" size="pill" look="main">
          {messages.line.speak}
        </Button>
      </div>
    </form>
  );
}
