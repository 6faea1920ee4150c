import { type RefObject, useState } from "react";
import { useTexts } from "../page/playground-context.ts";
import { keyNamer } from "../shortcuts/key-namer.ts";
import { chordOf, shortcutOf, shortcutTable } from "../shortcuts/shortcut-table.ts";
import type { Words } from "../text/words.ts";
import { wordsMessages } from "./messages/index.ts";
import styles from "./words.module.css";

interface WordSliderProps {
  readonly words: Words;
  readonly root: RefObject<HTMLElement | null>;
  /** The span that is heard, where the cursor begins; -1 for none. */
  readonly heard: number;
  readonly onChoose: (index: number) => void;
  /** Called when the cursor moves, so that its span can be brought into sight. */
  readonly onMove: (index: number) => void;
}

/**
 * The words for the keyboard and for screen readers: one slider over all of them. Arrows move a cursor, Enter hears
 * from there.
 */
export function WordSlider({ words, root, heard, onChoose, onMove }: WordSliderProps) {
  const { messages, language } = useTexts(wordsMessages);
  const [cursor, setCursor] = useState(0);
  const { spans, text, granularity } = words;
  const span = spans[cursor];
  const word = span === undefined ? "" : text.slice(span.start, span.end);

  function move(index: number): void {
    setCursor(index);
    onMove(index);
    mark(index);
  }
  function mark(index: number | undefined): void {
    root.current?.querySelector("[data-cursor]")?.removeAttribute("data-cursor");
    if (index !== undefined) root.current?.querySelector(`[data-span="${index}"]`)?.setAttribute("data-cursor", "");
  }

  return (
    <input
      type="range"
      className={styles["slider"]}
      min={0}
      max={Math.max(0, spans.length - 1)}
      step={1}
      value={cursor}
      aria-label={granularity === "sentence" ? messages.sentence : messages.word}
      aria-valuetext={messages.wordText(word, cursor + 1, spans.length)}
      aria-description={messages.keys(keyNamer(language))}
      onFocus={() => move(Math.max(0, heard))}
      onBlur={() => mark(undefined)}
      onChange={(event) => move(Number(event.target.value))}
      onKeyDown={(event) => {
        if (shortcutOf(shortcutTable.words, chordOf(event)) === undefined) return;
        event.preventDefault();
        onChoose(cursor);
      }}
    />
  );
}
