import { useId, useRef, useState } from "react";
import { useTexts } from "../../../core/page/playground-context.ts";
import {
  longestPronunciation,
  type Pronunciation,
  type Pronunciations,
  pronunciationProblem,
} from "../../../core/text/pronunciations.ts";
import { IconButton } from "../../../kit/icon-button.tsx";
import { pronunciationMessages } from "./messages/index.ts";
import styles from "./pronunciations.module.css";
import type { HearWords } from "./use-hear-words.ts";

interface PronunciationRowProps {
  readonly list: Pronunciations;
  /** Its place in the list; behind the last one it is the line for a new one. */
  readonly index: number;
  readonly hearing: HearWords;
  readonly onChange: (entry: Pronunciation) => void;
  readonly onRemove: () => void;
}

/** A word, how it is spoken, and what is wrong with that. */
export function PronunciationRow({ list, index, hearing, onChange, onRemove }: PronunciationRowProps) {
  const { messages, page } = useTexts(pronunciationMessages);
  const id = useId();
  const row = useRef<HTMLLIElement>(null);
  const [isWritten, setWritten] = useState(false);
  const { word, spoken } = list[index] ?? { word: "", spoken: "" };
  const isEmpty = (word + spoken).trim() === "";
  const problem = pronunciationProblem(list, index);
  // What is missing still may be on its way.
  const isComing = isWritten && (problem === "no_word" || problem === "no_spoken");
  const told = isEmpty || isComing || problem === undefined ? undefined : messages.problems[problem](word.trim());
  const words = spoken.trim();
  const isOfSpoken = problem === "no_spoken" || problem === "long_spoken";
  const { current, isPossible, hear } = hearing;
  const isHeard = words !== "" && current?.voice === words && current.status !== "failed";
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
        onChange={({ target }) => onChange({ word: target.value, spoken })}
      />
      <input
        {...field}
        aria-label={isEmpty ? messages.spoken : messages.spokenOf(word.trim())}
        aria-invalid={told !== undefined && isOfSpoken}
        aria-describedby={told === undefined ? undefined : id}
        placeholder={isEmpty ? messages.examples[1] : undefined}
        value={spoken}
        onChange={({ target }) => onChange({ word, spoken: target.value })}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === "Enter" && !nativeEvent.isComposing && words !== "" && isPossible) hear(words);
        }}
      />
      <IconButton
        icon={isHeard ? "stop" : "play"}
        label={isHeard ? page.words.stop : messages.hear(words)}
        look="framed"
        size={1}
        hint={false}
        data-on={isHeard || undefined}
        disabled={words === "" || !isPossible}
        onClick={() => hear(words)}
      />
      <IconButton
        icon="trash"
        label={messages.remove(word.trim())}
        size={1}
        hint={false}
        off={isEmpty && index >= list.length}
        onClick={onRemove}
      />
      {told !== undefined && (
        <p id={id} role="alert" data-tone="bad">
          {told}
        </p>
      )}
    </li>
  );
}
