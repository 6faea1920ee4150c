import { useRef } from "react";
import { useSound, useTake, useTexts } from "../../core/page/playground-context.ts";
import { useFrames } from "../../kit/use-frames.ts";
import styles from "./player.module.css";

/** The moment that is heard, and how long it all is. */
export function Clock() {
  const { numbers } = useTexts();
  const take = useTake();
  const sound = useSound();
  const text = useRef<HTMLSpanElement>(null);
  const duration = sound?.duration;
  useFrames(() => {
    const position = take?.session.position() ?? 0;
    const shown = numbers.clock(duration === undefined ? position : Math.min(position, duration));
    if (text.current !== null && text.current.textContent !== shown) text.current.textContent = shown;
  }, sound?.playback === "playing");
  return (
    <span className={styles["clock"]}>
      <span ref={text} className={styles["now"]}>
        {/* Where it begins; frames write the rest, and React sees no change. */}
        {numbers.clock(0)}
      </span>
      <span> / {duration === undefined ? "–:––" : numbers.clock(duration)}</span>
    </span>
  );
}
