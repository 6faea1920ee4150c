import { useEffect, useMemo, useState } from "react";
import { Button } from "../../kit/button.tsx";
import { focusAfter } from "../../kit/focus-after.ts";
import { Icon } from "../../kit/icon.tsx";
import { listen } from "../../kit/listen.ts";
import { useTexts } from "../page/playground-context.ts";
import type { Take } from "../takes/take.ts";
import { blockOfSpan } from "../text/reading.ts";
import type { Words } from "../text/words.ts";
import { spokenLanguage } from "../voices/spoken-language.ts";
import { wordsMessages } from "./messages/index.ts";
import { bringIntoBand, type ReadingLook, Sheet, useSheet } from "./sheet.tsx";
import { useHighlightedSpan } from "./use-highlighted-span.ts";
import { seekToSpan, useWordClicks } from "./use-word-seek.ts";
import { WordSlider } from "./word-slider.tsx";
import styles from "./words.module.css";

/**
 * In the place of the script: the same sizes, so that nothing seems to move, and the word in the upper half, so that
 * one reads ahead.
 */
const inPlaceOfScript: ReadingLook = {
  frame: styles["reading"],
  scroller: styles["scroller"],
  sizeOf: ({ length }) => ({ "data-length": length <= 400 ? "short" : length <= 1_500 ? "medium" : "long" }),
  band: { from: 0.08, to: 0.7, place: 0.25 },
  margin: { before: 0, behind: 0 },
  line: { height: 28, characters: 90 },
};

interface ReadingViewProps {
  readonly take: Take;
  readonly words: Words;
  readonly look?: ReadingLook;
}

const toWords = focusAfter((rest) => rest.querySelector("input"));

/**
 * A take's whole text, large, with its words lighting up as they are heard. It follows the sound until a person
 * scrolls.
 */
export function ReadingView({ take, words, look = inPlaceOfScript }: ReadingViewProps) {
  const { messages } = useTexts(wordsMessages);
  const sheet = useSheet(words, look);
  const lang = useMemo(() => spokenLanguage(take.text, take), [take]);
  const { scroller, blocks, virtualizer } = sheet;
  const [following, setFollowing] = useState(true);
  const [heard, setHeard] = useState(-1);

  function seek(index: number): void {
    setFollowing(true);
    seekToSpan(take, words, index);
  }

  /** Brings a span into sight; its block may not be drawn yet. */
  function reveal(index: number): void {
    const block = blockOfSpan(blocks, index);
    const element = scroller.current?.querySelector(`[data-span="${index}"]`);
    if (element != null) bringIntoBand(scroller.current, element, look);
    else if (block !== -1) virtualizer.scrollToIndex(block, { align: "start" });
  }

  useHighlightedSpan({
    take,
    words,
    root: scroller,
    onChange(index) {
      setHeard(index);
      if (following && index !== -1) reveal(index);
    },
    onShown(element) {
      if (following) bringIntoBand(scroller.current, element, look);
    },
  });
  useWordClicks(scroller, seek);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const leave = (): void => setFollowing(false);
    return listen(element, { wheel: leave, touchmove: leave }, { passive: true });
  }, [scroller]);

  return (
    <div className={look.frame} {...look.sizeOf(words.text)}>
      <WordSlider words={words} root={scroller} heard={heard} onChoose={seek} onMove={reveal} />
      <Sheet words={words} sheet={sheet} look={look} lang={lang} />
      {!following && heard !== -1 && (
        <Button
          ref={toWords}
          size="pill"
          look="main"
          className={styles["follow"]}
          onClick={() => {
            setFollowing(true);
            reveal(heard);
          }}
        >
          <Icon name="arrow" size={0.9375} />
          {messages.follow}
        </Button>
      )}
    </div>
  );
}
