import { useRef } from "react";
import { useSound, useTake, useTexts } from "../../core/page/playground-context.ts";
import type { Figures } from "../../core/takes/figures.ts";
import { Icon } from "../../kit/icon.tsx";
import { showText, useFrames } from "../../kit/use-frames.ts";
import styles from "./player.module.css";

/**
 * How fast the sound came and what it is, in short. A figure stands there from the moment it is known, and has its
 * place before.
 */
export function Facts() {
  const { page, numbers } = useTexts();
  const sound = useSound();
  if (sound === undefined) return null;
  const { moments, bytes, realTime } = sound.figures;
  const { format, rateAssumed, running, awaitsFirstSound } = sound;
  const spanOf = (milliseconds?: number) => (milliseconds === undefined ? undefined : numbers.span(milliseconds));
  // Each with the characters that it usually takes, and whether it may still come.
  const figures: readonly (readonly [string, string | undefined, number, boolean?])[] = [
    [page.player.moments.firstByte, spanOf(moments.firstByte), 6],
    [page.player.moments.firstSound, spanOf(moments.firstSound), 6, awaitsFirstSound],
    [page.player.moments.complete, spanOf(moments.complete), 6],
    [page.player.realTime, realTime === undefined ? undefined : page.player.realTimeOf(numbers.fixed(realTime, 1)), 5],
    [page.player.size, bytes === undefined ? undefined : numbers.size(bytes), 6],
    [page.player.format, format !== undefined && rateAssumed ? page.player.assumed(format) : format, 0],
  ];
  return (
    <dl className={styles["facts"]} data-spare="">
      {figures.map(([term, value, characters, comes = running]) => {
        if (value !== undefined) {
          return (
            <div key={term}>
              <dt>{term}</dt>
              <dd style={{ minWidth: `${characters}ch` }}>{value}</dd>
            </div>
          );
        }
        if (!comes || characters === 0) return null;
        return (
          <div key={term} aria-hidden="true">
            <dt data-term={term} />
            <dd style={{ minWidth: `${characters}ch` }} />
          </div>
        );
      })}
    </dl>
  );
}

const none: Figures["stalls"] = [];

/**
 * How often the sound ran dry, and for how long in all. It stands at the line's end, whatever the width: what has no
 * room beside it gives way, and nothing moves.
 */
export function Stalls() {
  const { page, numbers } = useTexts();
  const stalls = useSound((sound) => sound?.figures.stalls ?? none);
  if (stalls.length === 0) return null;
  const stalled = stalls.reduce((sum, { length }) => sum + (length ?? 0), 0);
  return (
    <dl className={styles["stalls"]} title={page.player.stalls}>
      <dt>
        <Icon name="warning" size={0.875} />
        <span>{page.player.stalls}</span>
      </dt>
      <dd>{`${numbers.integer(stalls.length)} · ${stalled === 0 ? "…" : numbers.span(stalled)}`}</dd>
    </dl>
  );
}

/** The moment that is heard, and how long it all is. */
export function Clock() {
  const { numbers } = useTexts();
  const take = useTake();
  // The whole: a jump changes nothing else.
  const sound = useSound();
  const text = useRef<HTMLSpanElement>(null);
  const duration = sound?.duration;
  useFrames(() => {
    const position = take?.session.position() ?? 0;
    showText(text.current, numbers.clock(duration === undefined ? position : Math.min(position, duration)));
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
