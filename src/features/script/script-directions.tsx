import { Fragment, useLayoutEffect, useRef } from "react";
import { usePlan } from "../../core/page/plan-context.tsx";
import { useScript } from "../../core/page/playground-context.ts";
import { respell } from "../../core/text/pronunciations.ts";
import { listen } from "../../kit/listen.ts";
import styles from "./script.module.css";

/** Longer scripts are told of their directions by the notice alone: every key would lay them out twice. */
const longest = 10_000;

interface ScriptDirectionsProps {
  readonly area: HTMLTextAreaElement;
  /** The language of what is written in it, the direction, and what its letters' size goes by: as it is drawn now. */
  readonly lang: string | undefined;
  readonly dir: "ltr" | "rtl";
  readonly length: string;
}

/**
 * Shows what of the script is a direction, or a word of the list of pronunciations, where it stands in the text area: a
 * layer over that with the same letters, of which only these are seen. Default export, because it is loaded for scripts
 * that have some.
 */
export default function ScriptDirections({ area, lang, dir, length }: ScriptDirectionsProps) {
  const script = useScript();
  const { cues, obstacle, pronunciations } = usePlan();
  const layer = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const place = (): void => {
      const { current } = layer;
      if (current === null) return;
      current.style.top = `${area.offsetTop}px`;
      // Its own direction may be another one than that of what it lies in.
      current.style.left = `${area.offsetLeft}px`;
      // Without its scroll bar, which makes its lines shorter.
      current.style.inlineSize = `${area.clientWidth}px`;
      current.style.blockSize = `${area.clientHeight}px`;
      // Its own would be reckoned from what it lies in.
      current.style.paddingInlineEnd = getComputedStyle(area).paddingInlineEnd;
      current.scrollTop = area.scrollTop;
    };
    const resized = new ResizeObserver(place);
    resized.observe(area);
    place();
    const silence = listen(area, { scroll: place, input: place });
    return () => {
      silence();
      resized.disconnect();
    };
  }, [area]);

  if (script.length > longest) return null;
  const wrong = obstacle?.kind === "directions" ? obstacle.wrong : [];
  const brackets = [...cues, ...wrong];
  const respelled = respell(script, pronunciations).places.filter(
    (place) => !brackets.some(({ start, end }) => place.start < end && place.end > start),
  );
  const shown = [...brackets, ...respelled].sort((one, other) => one.start - other.start);
  return (
    <div
      ref={layer}
      className={`${styles["script"]} ${styles["directions"]}`}
      data-length={length}
      lang={lang}
      dir={dir}
      aria-hidden="true"
    >
      {shown.map((direction, index) => (
        <Fragment key={direction.start}>
          {script.slice(shown[index - 1]?.end ?? 0, direction.start)}
          <mark
            data-wrong={wrong.some(({ start }) => start === direction.start) || undefined}
            data-respelled={"from" in direction || undefined}
          >
            {script.slice(direction.start, direction.end)}
          </mark>
        </Fragment>
      ))}
      {`${script.slice(shown.at(-1)?.end ?? 0)}\n`}
    </div>
  );
}
