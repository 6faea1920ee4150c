import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState } from "react";
import { type Block, blockOfSpan, blocksOf } from "../../state/reading.ts";
import type { Take } from "../../state/takes.ts";
import type { Words } from "../../state/words.ts";
import { Icon } from "../kit/icon.tsx";
import { useTexts } from "../playground-context.ts";
import { LitBlock } from "./lit-block.tsx";
import { scrollBehavior } from "./scroll-behavior.ts";
import { useLitSpan } from "./use-lit-span.ts";
import { seekToSpan, useWordClicks } from "./use-word-seek.ts";
import { WordSlider } from "./word-slider.tsx";
import styles from "./words.module.css";

interface ReadingViewProps {
  readonly take: Take;
  readonly words: Words;
}

/** A take's whole text, large, with its words lighting up as they are heard. It follows the sound until a person scrolls. */
export function ReadingView({ take, words }: ReadingViewProps) {
  const { t } = useTexts();
  const blocks = useMemo(() => blocksOf(words), [words]);
  const scroller = useRef<HTMLDivElement>(null);
  const [following, setFollowing] = useState(true);
  const [heard, setHeard] = useState(-1);
  const virtualizer = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => estimateHeight(blocks[index]),
    overscan: 3,
  });

  function seek(index: number): void {
    setFollowing(true);
    seekToSpan(take, words, index);
  }

  /** Brings a span into sight; its block may not be drawn yet. */
  function reveal(index: number): void {
    const block = blockOfSpan(blocks, index);
    const element = scroller.current?.querySelector(`[data-span="${index}"]`);
    if (element != null) bringIntoView(scroller.current, element);
    else if (block !== -1) virtualizer.scrollToIndex(block, { align: "start" });
  }

  useLitSpan({
    take,
    words,
    root: scroller,
    onChange(index) {
      setHeard(index);
      if (following && index !== -1) reveal(index);
    },
    onShown(element) {
      if (following) bringIntoView(scroller.current, element);
    },
  });
  useWordClicks(scroller, seek);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const leave = (): void => setFollowing(false);
    element.addEventListener("wheel", leave, { passive: true });
    element.addEventListener("touchmove", leave, { passive: true });
    return () => {
      element.removeEventListener("wheel", leave);
      element.removeEventListener("touchmove", leave);
    };
  }, []);

  return (
    <div className={styles["reading"]} data-length={lengthClass(words.text.length)}>
      <WordSlider words={words} root={scroller} heard={heard} onChoose={seek} onMove={reveal} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must scroll by the keyboard, too */}
      <section ref={scroller} className={styles["scroller"]} aria-label={t.words.label} tabIndex={0}>
        <div className={styles["sheet"]} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const block = blocks[index];
            if (block === undefined) return null;
            return (
              <p
                key={index}
                ref={virtualizer.measureElement}
                data-index={index}
                data-opens={(block.opens && index > 0) || undefined}
                className={styles["block"]}
                dir="auto"
                style={{ transform: `translateY(${start}px)` }}
              >
                <LitBlock words={words} block={block} />
              </p>
            );
          })}
        </div>
      </section>
      {!following && heard !== -1 && (
        <button
          type="button"
          className={styles["follow"]}
          onClick={() => {
            setFollowing(true);
            reveal(heard);
          }}
        >
          <Icon name="arrow" size={0.9375} />
          {t.words.follow}
        </button>
      )}
    </div>
  );
}

/** Keeps the word in the upper half, so that one reads ahead. */
function bringIntoView(scroller: HTMLElement | null, element: Element): void {
  if (scroller === null) return;
  const frame = scroller.getBoundingClientRect();
  const word = element.getBoundingClientRect();
  const above = word.top - frame.top;
  if (above >= frame.height * 0.08 && above + word.height <= frame.height * 0.7) return;
  scroller.scrollBy({ top: above - frame.height * 0.25, behavior: scrollBehavior() });
}

/** The same sizes as the script's, so that nothing seems to move when one reads along. */
function lengthClass(length: number): "short" | "medium" | "long" {
  if (length <= 400) return "short";
  return length <= 1_500 ? "medium" : "long";
}

function estimateHeight(block: Block | undefined): number {
  return 28 * Math.ceil(((block?.end ?? 0) - (block?.start ?? 0) + 1) / 90);
}
