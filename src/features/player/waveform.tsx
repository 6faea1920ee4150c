import { memo, useEffect, useRef, useState } from "react";
import { useDrawn, useSound, useTake, useTexts } from "../../core/page/playground-context.ts";
import { type ShortcutIn, shortcutTable, singleOf } from "../../core/shortcuts/shortcut-table.ts";
import { ease, type Size, waveformPaths, waveformSpan } from "../../core/sound/waveform.ts";
import { classes } from "../../kit/classes.ts";
import { useFrames } from "../../kit/use-frames.ts";
import { useScrub } from "./use-scrub.ts";
import styles from "./waveform.module.css";

/** How far the keys of the slider go, in seconds. */
const keySteps: Readonly<Record<ShortcutIn<"waveform">, number>> = {
  on: 1,
  back: -1,
  farOn: 10,
  farBack: -10,
  toStart: Number.NEGATIVE_INFINITY,
  toEnd: Number.POSITIVE_INFINITY,
};

/** What counts as one frame when nothing moved for a while, in milliseconds. */
const longestFrame = 40;

const stillness = matchMedia("(prefers-reduced-motion: reduce)");

/**
 * The sound's shape with the part that was heard, growing while it comes; and the slider with which one seeks. Nothing
 * here is rendered again while it plays: a frame moves one clip and one line.
 */
export function Waveform() {
  const { page, numbers } = useTexts();
  const take = useTake();
  // The whole: a jump changes nothing else.
  const sound = useSound();
  const box = useRef<HTMLDivElement>(null);
  const heard = useRef<HTMLDivElement>(null);
  const cursor = useRef<HTMLDivElement>(null);
  const hover = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const size = useSize(box);
  const session = take?.session;
  const peaks = useDrawn(session?.peaks.subscribe, () => session?.peaks.getSnapshot());

  const running = sound?.running === true;
  const duration = sound?.duration ?? (running ? undefined : peaks?.seconds);
  const enabled = sound !== undefined && duration !== undefined && duration > 0 && sound.playback !== "none";
  const text = take?.text ?? "";
  const target = take === undefined ? 0 : waveformSpan(text, duration ?? peaks?.seconds ?? 0, running);
  const shown = useRef({ session, span: target, at: 0, key: "" });
  const drawn = useRef(peaks);
  const moving = sound?.playback === "playing" || running;
  const [settled, setSettled] = useState(true);

  const scrub = useScrub({
    enabled,
    secondsAt: (x) => Math.min(duration ?? 0, (Math.max(0, x) / Math.max(1, size.width)) * shown.current.span),
    onHover(x, seconds) {
      const element = hover.current;
      if (element === null) return;
      element.hidden = x === undefined;
      if (x === undefined || seconds === undefined) return;
      const half = element.offsetWidth / 2;
      const limited = Math.min(Math.max(x, half), Math.max(half, size.width - half));
      element.style.transform = `translateX(${limited}px) translateX(-50%)`;
      element.textContent = numbers.clock(seconds);
    },
    onSeek: (seconds) => session?.seek(seconds),
  });

  useFrames(
    () => {
      const view = shown.current;
      const now = performance.now();
      if (view.session !== session || stillness.matches) Object.assign(view, { session, span: target });
      else view.span = ease(view.span, target, Math.min(longestFrame, now - view.at));
      view.at = now;
      if ((view.span === target) !== settled) setSettled(view.span === target);

      const key = `${view.span} ${size.width} ${size.height}`;
      const behind = box.current;
      if (behind === null) return;
      if (view.key !== key || drawn.current !== peaks) {
        Object.assign(view, { key });
        drawn.current = peaks;
        const { bars, ahead } = waveformPaths(peaks, view.span, size);
        for (const path of behind.querySelectorAll("path[data-bars]")) path.setAttribute("d", bars);
        for (const path of behind.querySelectorAll("path[data-ahead]")) path.setAttribute("d", ahead);
      }
      const position = Math.min(scrub.target() ?? session?.position() ?? 0, duration ?? 0);
      const x = view.span === 0 ? 0 : toDevicePixel((position / view.span) * size.width);
      showHeard(heard.current, x, size.width);
      if (cursor.current !== null) cursor.current.style.transform = `translateX(${x}px)`;
      tellSlider(slider.current, position, sound?.playback === "playing", (seconds) =>
        page.player.seekText(seconds, duration ?? 0),
      );
    },
    moving || !settled || scrub.active,
  );

  return (
    <div
      ref={box}
      className={classes(styles["waveform"], enabled ? "pressable" : undefined)}
      data-enabled={enabled || undefined}
      data-scrubbing={scrub.active || undefined}
      {...scrub.handlers}
    >
      <Bars />
      <div ref={heard} className={styles["heard"]} aria-hidden="true">
        <Bars />
      </div>
      <div ref={cursor} className={styles["cursor"]} hidden={!enabled} />
      <div ref={hover} className={styles["hoverTime"]} hidden aria-hidden="true" />
      <input
        ref={slider}
        type="range"
        className={styles["seek"]}
        min={0}
        max={duration ?? 0}
        step="any"
        defaultValue={0}
        disabled={!enabled}
        aria-label={page.player.seek}
        onKeyDown={(event) => {
          const asked = singleOf(shortcutTable.waveform, event);
          if (asked === undefined) return;
          event.preventDefault();
          session?.seek(Math.min(Math.max(0, session.position() + keySteps[asked]), duration ?? 0));
        }}
        onChange={(event) => session?.seek(Number(event.target.value))}
      />
    </div>
  );
}

/** Between two of them nothing can be seen to move, and a frame that changes nothing isn't drawn. */
function toDevicePixel(x: number): number {
  return Math.round(x * devicePixelRatio) / devicePixelRatio;
}

/**
 * Shows the bars of what was heard up to `x`: their window moves, and they move back by as much. Both are layers of
 * their own, so that a frame moves them and paints nothing.
 */
function showHeard(element: HTMLElement | null, x: number, width: number): void {
  if (element === null) return;
  element.style.transform = `translateX(${x - width}px)`;
  const bars = element.firstElementChild as SVGElement;
  bars.style.transform = `translateX(${width - x}px)`;
}

const Bars = memo(function Bars() {
  return (
    <svg aria-hidden="true" focusable="false">
      <path data-bars="" />
      <path data-ahead="" />
    </svg>
  );
});

/**
 * Keeps the slider's value and its words at `position`. While it plays they change once a second, so that a screen
 * reader isn't told sixty times.
 */
function tellSlider(
  slider: HTMLInputElement | null,
  position: number,
  playing: boolean,
  say: (seconds: number) => string,
): void {
  if (slider === null) return;
  const told = playing ? Math.floor(position) : position;
  if (Number(slider.dataset["told"]) === told && slider.dataset["end"] === slider.max) return;
  Object.assign(slider.dataset, { told: String(told), end: slider.max });
  slider.value = String(position);
  slider.setAttribute("aria-valuetext", say(position));
}

/** The element's size in CSS pixels, followed as it changes. */
function useSize(element: React.RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    if (element.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
