import { useMemo, useRef, useState } from "react";
import { scrollBehavior } from "../../kit/scroll-behavior.ts";
import type { Take } from "../takes/take.ts";
import { blockOfSpan, blocksOf } from "../text/reading.ts";
import type { Words } from "../text/words.ts";
import { HighlightBlock } from "./highlight-block.tsx";
import { useHighlightedSpan } from "./use-highlighted-span.ts";
import { seekToSpan, useWordClicks } from "./use-word-seek.ts";
import { useWords } from "./use-words.ts";
import { WordSlider } from "./word-slider.tsx";
import styles from "./words.module.css";

/** The words in one line that moves along with the sound. Default export, because it is loaded when there are words. */
export default function WordLine({ take, fallback }: { readonly take: Take; readonly fallback: string }) {
  const words = useWords(take)?.words;
  return words === undefined ? fallback : <Line key={take.id} take={take} words={words} />;
}

function Line({ take, words }: { readonly take: Take; readonly words: Words }) {
  const blocks = useMemo(() => blocksOf(words), [words]);
  const root = useRef<HTMLSpanElement>(null);
  const [shown, setShown] = useState(0);
  const [heard, setHeard] = useState(-1);
  const block = blocks[shown] ?? blocks[0];
  const show = (index: number): void => setShown(Math.max(0, blockOfSpan(blocks, index)));

  useHighlightedSpan({
    take,
    words,
    root,
    onChange(index) {
      setHeard(index);
      if (index !== -1) show(index);
    },
    onShown: (element) => bringIntoLine(root.current, element),
  });
  useWordClicks(root, (index) => seekToSpan(take, words, index));
  if (block === undefined) return null;
  return (
    <span className={styles["lineFrame"]}>
      <span ref={root} className={styles["line"]} data-along="">
        <HighlightBlock words={words} block={block} />
      </span>
      <WordSlider
        words={words}
        root={root}
        heard={heard}
        onChoose={(index) => seekToSpan(take, words, index)}
        onMove={(index) => {
          show(index);
          const element = root.current?.querySelector(`[data-span="${index}"]`);
          if (element != null) bringIntoLine(root.current, element);
        }}
      />
    </span>
  );
}

/** Moves the line on when the word nears its end, so that one reads ahead; in both directions of writing. */
function bringIntoLine(line: HTMLElement | null, element: Element): void {
  if (line === null || line.scrollWidth <= line.clientWidth) return;
  const frame = line.getBoundingClientRect();
  const word = element.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(line).direction === "rtl";
  const before = isRightToLeft ? frame.right - word.right : word.left - frame.left;
  const behind = before + word.width;
  if (before >= 0 && behind <= frame.width * 0.75) return;
  const distance = before - frame.width * 0.1;
  line.scrollBy({ left: isRightToLeft ? -distance : distance, behavior: scrollBehavior() });
}
