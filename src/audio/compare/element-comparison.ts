import { createScope } from "../base/scope.ts";
import { createStore } from "../base/store.ts";
import type { ComparedPlayback, ComparedSnapshot } from "./compared-playback.ts";
import { limitLoop } from "./parallel-playback.ts";

/** How often a loop's end is looked for, in milliseconds. */
const loopInterval = 20;

/**
 * Plays long sounds by one audio element each, of which one runs: going over to another takes the browser a moment, and
 * positions agree to some hundredths of a second, not to a sample.
 *
 * @param durations of the sounds, in seconds.
 */
export function createElementComparison(
  sounds: readonly Blob[],
  durations: readonly number[],
  createElement: () => HTMLAudioElement,
): ComparedPlayback {
  const scope = createScope();
  const duration = Math.max(0, ...durations);
  const store = createStore<ComparedSnapshot>({ playing: false, active: 0, loop: undefined });
  let gains: readonly number[] = sounds.map(() => 1);
  let volume = 1;
  let rest = 0;
  let starts = 0;
  const elements = sounds.map((sound) => {
    const element = createElement();
    element.preload = "auto";
    element.src = scope.objectUrl(sound).url;
    return element;
  });
  for (const [index, element] of elements.entries()) {
    scope.listen(element, "ended", () => {
      const { active, loop, playing } = store.getSnapshot();
      if (index !== active) return;
      // A loop to the end ends here: an element may be a little shorter than its samples say.
      if (playing && loop !== undefined && loop.from < element.duration) {
        rest = loop.from;
        return start();
      }
      rest = 0;
      store.set({ ...store.getSnapshot(), playing: false });
    });
    // The browser pauses an element by itself too: from a headset's key, or when its device goes.
    scope.listen(element, "pause", () => {
      const { active, playing } = store.getSnapshot();
      if (index !== active || !playing || !element.paused || element.ended) return;
      rest = element.currentTime;
      store.set({ ...store.getSnapshot(), playing: false });
    });
  }

  const current = (): HTMLAudioElement | undefined => elements[store.getSnapshot().active];
  const position = (): number => (store.getSnapshot().playing ? (current()?.currentTime ?? rest) : rest);

  function level(): void {
    for (const [index, element] of elements.entries()) element.volume = Math.min(1, volume * (gains[index] ?? 1));
  }

  function start(): void {
    const element = current();
    if (element === undefined) return;
    element.currentTime = rest;
    starts += 1;
    const own = starts;
    element.play().catch(() => {
      // A start that a later one or a pause took the place of is aborted by the browser: that isn't the end of the
      // sound.
      if (own === starts) store.set({ ...store.getSnapshot(), playing: false });
    });
  }

  /** Whether a sound is over where the comparison stands: an element that is asked to play there begins anew. */
  const isOver = (index: number): boolean => rest >= (durations[index] ?? 0);

  function moveTo(seconds: number): void {
    rest = Math.min(duration, Math.max(0, seconds));
    const { playing, active } = store.getSnapshot();
    const element = current();
    if (element === undefined || !playing) return;
    if (!isOver(active)) element.currentTime = rest;
    else {
      element.pause();
      store.set({ ...store.getSnapshot(), playing: false });
    }
  }

  scope.interval(() => {
    const { playing, loop } = store.getSnapshot();
    if (playing && loop !== undefined && position() >= loop.until) moveTo(loop.from);
  }, loopInterval);

  return {
    duration,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    play() {
      const { playing, active } = store.getSnapshot();
      if (playing) return;
      if (isOver(active)) rest = 0;
      start();
      store.set({ ...store.getSnapshot(), playing: true });
    },
    pause() {
      rest = position();
      current()?.pause();
      store.set({ ...store.getSnapshot(), playing: false });
    },
    seek(seconds) {
      moveTo(seconds);
      store.set({ ...store.getSnapshot() });
    },
    select(active) {
      if (active === store.getSnapshot().active || elements[active] === undefined) return;
      rest = position();
      current()?.pause();
      const playing = store.getSnapshot().playing && !isOver(active);
      store.set({ ...store.getSnapshot(), active, playing });
      if (playing) start();
    },
    setLoop(wanted) {
      const loop = limitLoop(wanted, duration);
      store.set({ ...store.getSnapshot(), loop });
      const at = position();
      if (loop !== undefined && (at < loop.from || at >= loop.until)) moveTo(loop.from);
    },
    setGains(next) {
      gains = next;
      level();
    },
    setVolume(next) {
      volume = next;
      level();
    },
    setMuted(muted) {
      for (const element of elements) element.muted = muted;
    },
    position,
    dispose() {
      for (const element of elements) element.pause();
      scope.dispose();
      for (const element of elements) element.removeAttribute("src");
      store.set({ ...store.getSnapshot(), playing: false });
    },
  };
}
