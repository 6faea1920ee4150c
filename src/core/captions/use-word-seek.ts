import { type RefObject, useEffect } from "react";
import { listen } from "../../kit/listen.ts";
import type { Take } from "../takes/take.ts";
import type { Words } from "../text/words.ts";

/** Hears a take from the beginning of a span on, also when it stood still. Call it inside a person's click or key. */
export function seekToSpan({ session }: Take, { spans, words }: Words, index: number): void {
  const word = words[spans[index]?.first ?? -1];
  if (word === undefined) return;
  session.seek(word.start);
  session.play();
}

/**
 * A click on a word below `root` hears from there on. By the keyboard the same is done with the {@link WordSlider}, so
 * that the text stays a text to a screen reader, and not a thousand buttons.
 */
export function useWordClicks(root: RefObject<HTMLElement | null>, onSpan: (index: number) => void): void {
  useEffect(() => {
    const element = root.current;
    if (element === null) return;
    return listen(element, {
      click({ target }) {
        // Whoever selects text to copy it doesn't want to be taken elsewhere.
        if (!(target instanceof Element) || getSelection()?.isCollapsed === false) return;
        const index = target.closest("[data-span]")?.getAttribute("data-span");
        if (index != null) onSpan(Number(index));
      },
    });
  });
}
