import type { Now } from "../base/now.ts";
import type { Scope } from "../base/scope.ts";

/** How often the element is asked where it is, in milliseconds. */
const interval = 10;
/**
 * Chromium calls what it has handed to the device played for the first tenth of a second; from here on it is believed.
 */
const settling = 120;
/** So long it is watched: browsers tell the position in steps of up to 40 ms. */
const watching = 250;

interface ElementFirstSoundOptions {
  readonly element: Pick<
    HTMLAudioElement,
    "currentTime" | "ended" | "paused" | "playbackRate" | "readyState" | "seeking"
  >;
  readonly scope: Scope;
  readonly now: Now;
  /** Seconds that are known to be silent at the beginning of the source. */
  readonly silenceInFront: () => number;
  /** Called once, with the moment on the injected clock, in milliseconds. */
  readonly onFound: (moment: number) => void;
}

/**
 * Finds the moment when an element's position left its start, calculated back from where it is a little later: an
 * element's `playing` event comes before sound, its `timeupdate` up to 250 ms behind it, and the first positions that
 * it tells may be ahead of the sound. Returns what is to be called whenever the element tells an event.
 */
export function watchFirstSound(options: ElementFirstSoundOptions): (type: string) => void {
  const { element, scope, now, silenceInFront, onFound } = options;
  let start: number | undefined = 0;
  let end: (() => void) | undefined;
  let found = false;
  let seen: { readonly at: number; readonly moment: number }[] = [];

  function look(): void {
    if (start === undefined || (element.paused && !element.ended) || element.seeking) return;
    const heard = element.currentTime - Math.max(start, silenceInFront());
    if (heard <= 0) return;
    const at = now();
    seen.push({ at, moment: at - (heard * 1000) / element.playbackRate });
    if (at - (seen[0]?.at ?? at) >= watching) conclude();
  }

  /** What was seen is all that there is to see. */
  function conclude(): void {
    if (found || seen.length === 0) return;
    found = true;
    end?.();
    const since = seen[0]?.at ?? 0;
    const settled = seen.filter(({ at }) => at - since >= settling);
    const moments = (settled.length > 0 ? settled : seen).map(({ moment }) => moment).sort((one, other) => one - other);
    seen = [];
    onFound(moments[Math.floor(moments.length / 2)] ?? now());
  }

  return (type) => {
    if (found) return;
    if (type === "seeking") start = undefined;
    // A short sound may be over before it is looked at.
    if (element.ended && seen.length === 0) look();
    // Positions from before and from behind a break don't belong together.
    if (element.ended || ["pause", "seeking", "waiting", "emptied"].includes(type)) conclude();
    if (found || element.paused || element.readyState < HTMLMediaElement.HAVE_FUTURE_DATA) return;
    start ??= element.currentTime;
    end ??= scope.interval(look, interval);
  };
}
