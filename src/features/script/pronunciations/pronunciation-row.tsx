import { memo, useId, useRef, useState } from "react";
import { useTexts } from "../../../core/page/playground-context.ts";
import {
  longestPronunciation,
  type Pronunciation,
  type PronunciationProblem,
} from "../../../core/text/pronunciations.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { pronunciationMessages } from "./messages/index.ts";
import styles from "./pronunciations.module.css";

interface PronunciationRowProps {
  /** Undefined in the line for a new one. */
  readonly entry: Pronunciation | undefined;
  readonly index: number;
  readonly problem: PronunciationProblem | undefined;
  /** Whether its words can be heard, and whether they are, or are fetched. */
  readonly canHear: boolean;
  readonly isHeard: boolean;
  readonly actions: RowActions;
}

/** What can be done with a line; the same for all of them, at every letter. */
export interface RowActions {
  change(index: number, entry: Pronunciation): void;
  remove(index: number): void;
  hear(words: string): void;
}

/** A word, how it is spoken, and what is wrong with that. One letter draws its own line, of a thousand. */
export const PronunciationRow = memo(function PronunciationRow(props: PronunciationRowProps) {
  const { entry, index, problem, canHear, isHeard, actions } = props;
  const { messages, page } = useTexts(pronunciationMessages);
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const [isWritten, setWritten] = useState(false);
  const { word, spoken } = entry ?? { word: "", spoken: "" };
  const isEmpty = (word + spoken).trim() === "";
  // What is missing still may be on its way.
  const isComing = isWritten && (problem === "no_word" || problem === "no_spoken");
  const told = isEmpty || isComing || problem === undefined ? undefined : messages.problems[problem](word.trim());
  const words = spoken.trim();
  const isOfSpoken = problem === "no_spoken" || problem === "long_spoken";
  const field = { maxLength: longestPronunciation, autoComplete: "off", spellCheck: false } as const;
  return (
    <li
      ref={row}
      className={styles["row"]}
      onFocus={() => setWritten(true)}
      onBlur={({ relatedTarget }) =>
        setWritten(relatedTarget instanceof Node && row.current?.contains(relatedTarget) === true)
      }
    >
      <input
        {...field}
        aria-label={messages.word}
        aria-invalid={told !== undefined && !isOfSpoken}
        aria-describedby={told === undefined ? undefined : id}
        placeholder={isEmpty ? messages.examples[0] : undefined}
        value={word}
        onChange={({ target }) => actions.change(index, { word: target.value, spoken })}
      />
      <input
        {...field}
        aria-label={isEmpty ? messages.spoken : messages.spokenOf(word.trim())}
        aria-invalid={told !== undefined && isOfSpoken}
        aria-describedby={told === undefined ? undefined : id}
        placeholder={isEmpty ? messages.examples[1] : undefined}
        value={spoken}
        onChange={({ target }) => actions.change(index, { word, spoken: target.value })}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === "Enter" && !nativeEvent.isComposing && words !== "" && canHear) actions.hear(words);
        }}
      />
      <IconButton
        icon={isHeard ? "stop" : "play"}
        label={isHeard ? page.words.stop : messages.hear(words)}
        look="framed"
        size={1}
        hint={false}
        data-on={isHeard || undefined}
        disabled={words === "" || !canHear}
        onClick={() => actions.hear(words)}
      />
      <IconButton
        icon="trash"
        label={messages.remove(word.trim())}
        size={1}
        hint={false}
        off={isEmpty && entry === undefined}
        onClick={() => actions.remove(index)}
      />
      {told !== undefined && (
        <p id={id} role="alert" data-tone="bad">
          {told}
        </p>
      )}
    </li>
  );
});
