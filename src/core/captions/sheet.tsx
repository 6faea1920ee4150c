import { useVirtualizer } from "@tanstack/react-virtual";
import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { scrollBehavior } from "../../kit/scroll-behavior.ts";
import { Scrolling } from "../../kit/scrolling.tsx";
import { useTexts } from "../page/playground-context.ts";
import { type Block, blocksOf } from "../text/reading.ts";
import type { Words } from "../text/words.ts";
import { HighlightBlock } from "./highlight-block.tsx";
import { wordsMessages } from "./messages/index.ts";
import styles from "./words.module.css";

/** How a text is laid out to be read. */
export interface ReadingLook {
  /** The classes of the frame and of what scrolls inside. */
  readonly frame: string | undefined;
  readonly scroller: string | undefined;
  /** What the frame has of a text's length, for the size of its letters. */
  sizeOf(text: string): { readonly "data-length"?: string; readonly style?: CSSProperties };
  /** Between which parts of the height the heard word is kept, and to which it is brought. From 0 to 1. */
  readonly band: { readonly from: number; readonly to: number; readonly place: number };
  /** The parts of the height that stay free before and behind a text that doesn't fit. */
  readonly margin: { readonly before: number; readonly behind: number };
  /** Whether lines end between words also where no space separates them. */
  readonly phrased?: boolean;
  /** Makes a text fit that nearly does, before it is painted: all of it is drawn. */
  readonly fit?: (scroller: HTMLElement) => void;
  /** What a line is taken to be until it is measured: its height in pixels and its length in characters. */
  readonly line: { readonly height: number; readonly characters: number };
}

const noMargin = { before: 0, behind: 0 };

/** Lays a text out in blocks, of which only those are drawn that are seen. */
export function useSheet(words: Words, look: ReadingLook) {
  const blocks = useMemo(() => blocksOf(words), [words]);
  const scroller = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(noMargin);
  const { height, characters } = look.line;
  const virtualizer = useVirtualizer({
    count: blocks.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => height * Math.ceil(lengthOf(blocks[index]) / characters),
    overscan: 3,
    paddingStart: margin.before,
    paddingEnd: margin.behind,
  });
  const { width, height: room } = virtualizer.scrollRect ?? { width: 0, height: 0 };
  /** Whether all of it is seen at once. */
  const fits = virtualizer.getTotalSize() - margin.before - margin.behind <= room;
  const before = fits ? 0 : Math.round(room * look.margin.before);
  const behind = fits ? 0 : Math.round(room * look.margin.behind);
  useEffect(() => setMargin({ before, behind }), [before, behind]);
  const isDrawn = virtualizer.getVirtualItems().length === blocks.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes how much room there is, or is needed
  useLayoutEffect(() => {
    if (isDrawn && scroller.current !== null) look.fit?.(scroller.current);
  }, [look, blocks, isDrawn, width, room]);
  return { scroller, blocks, virtualizer, fits };
}

interface SheetProps {
  readonly words: Words;
  readonly sheet: ReturnType<typeof useSheet>;
  readonly look: ReadingLook;
  /** The text's language, as far as it is known. */
  readonly lang: string | undefined;
}

/** A text as it was laid out. */
export function Sheet({ words, sheet: { scroller, blocks, virtualizer, fits }, look, lang }: SheetProps) {
  const { messages } = useTexts(wordsMessages);
  return (
    <Scrolling ref={scroller} className={look.scroller} aria-label={messages.label} data-fits={fits || undefined}>
      <div className={styles["sheet"]} lang={lang} style={{ height: virtualizer.getTotalSize() }}>
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
              <HighlightBlock words={words} block={block} phrased={look.phrased} />
            </p>
          );
        })}
      </div>
    </Scrolling>
  );
}

/** Scrolls so that a word lies in the look's band. */
export function bringIntoBand(scroller: HTMLElement | null, element: Element, { band }: ReadingLook): void {
  if (scroller === null) return;
  const frame = scroller.getBoundingClientRect();
  const word = element.getBoundingClientRect();
  const above = word.top - frame.top;
  if (above >= frame.height * band.from && above + word.height <= frame.height * band.to) return;
  scroller.scrollBy({ top: above - frame.height * band.place, behavior: scrollBehavior() });
}

function lengthOf(block: Block | undefined): number {
  return (block?.end ?? 0) - (block?.start ?? 0) + 1;
}
