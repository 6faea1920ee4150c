import { type RefObject, useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useFrames } from "../../kit/use-frames.ts";
import { useSound } from "../page/playground-context.ts";
import type { Take } from "../takes/take.ts";
import { spanAt, startsOf, type Words } from "../text/words.ts";

/** Rounding in the browser's positions, in seconds: a seek to a word's beginning must light that word. */
const tolerance = 0.01;

/** How often a paused sound is looked at, in milliseconds. */
const pausedInterval = 150;

interface HighlightedSpanOptions {
  readonly take: Take;
  readonly words: Words;
  /** What holds the elements of the spans that are drawn. */
  readonly root: RefObject<HTMLElement | null>;
  /** Called when another span is lit; -1 for none. */
  readonly onChange: (index: number) => void;
  /** Called when the element of the lit span is there. */
  readonly onShown: (element: Element) => void;
}

/**
 * Lights up what is heard. Each frame costs one search among the beginnings; elements are touched only when another
 * span is heard: one loses the attribute, one gets it.
 */
export function useHighlightedSpan({ take, words, root, onChange, onShown }: HighlightedSpanOptions): void {
  const playback = useSound((sound) => sound?.playback);
  const starts = useMemo(() => startsOf(words), [words]);
  const lit = useRef<{ index: number; element: Element | null; words: Words }>({ index: -1, element: null, words });
  const isHeard = playback === "playing" || playback === "waiting" || playback === "paused";

  function draw(): void {
    const position = take.session.position();
    const index = isHeard && (position > 0 || playback !== "paused") ? spanAt(starts, position + tolerance) : -1;
    const before = lit.current;
    const isSame = before.index === index && before.words === words;
    if (isSame && (index === -1 || before.element?.isConnected === true)) return;
    before.element?.removeAttribute("data-lit");
    const element = index === -1 ? null : (root.current?.querySelector(`[data-span="${index}"]`) ?? null);
    element?.setAttribute("data-lit", "");
    lit.current = { index, element, words };
    if (!isSame) onChange(index);
    if (element !== null) onShown(element);
  }

  useFrames(draw, playback === "playing");
  const drawPaused = useEffectEvent(draw);
  useEffect(() => {
    // Somebody may seek elsewhere while nothing plays.
    if (playback !== "paused") return;
    const timer = setInterval(() => drawPaused(), pausedInterval);
    return () => clearInterval(timer);
  }, [playback]);

  useEffect(() => () => lit.current.element?.removeAttribute("data-lit"), []);
}
