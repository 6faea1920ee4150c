import type { Now } from "../base/now.ts";
import { PlaybackError } from "../base/playback-error.ts";
import { createScope, type Scope } from "../base/scope.ts";
import { createStore } from "../base/store.ts";
import { watchFirstSound } from "./element-first-sound.ts";
import type { Playback, Player, PlayerState } from "./player.ts";

/** What a player that sounds through an audio element needs. */
export interface ElementPlayerOptions {
  /** An element that nothing else uses. */
  readonly element: HTMLAudioElement;
  readonly now: Now;
}

/** What the players that sound through an audio element have in common: state, play, pause, position. */
interface ElementPlayback extends Omit<Player, "append" | "end" | "dispose"> {
  /** Gives the element a new address; a wish to play outlives the change. */
  load(url: string): void;
  fail(error: PlaybackError): void;
}

const watchedEvents = [
  "play",
  "playing",
  "pause",
  "waiting",
  "stalled",
  "canplay",
  "seeking",
  "seeked",
  "ended",
  "timeupdate",
  "durationchange",
  "emptied",
];

/**
 * Watches `element` and derives its state from its properties, never from which event came: events are queued by the
 * browser and may be late, properties are not. The element's source is taken away when `scope` is disposed.
 * Seconds that are known to be silent at the beginning of the source don't count as its first sound.
 */
export function createElementPlayback(
  element: HTMLAudioElement,
  scope: Scope,
  now: Now,
  silenceInFront: () => number = () => 0,
): ElementPlayback {
  const store = createStore<PlayerState>({
    playback: { status: "paused" },
    duration: undefined,
    firstSound: undefined,
  });
  let wanted = false;
  let blocked = false;
  // A paused element that is put at its end does not call itself ended in every browser, nor at once.
  let putAtEnd = false;
  let failure: PlaybackError | undefined;

  function derivePlayback(): Playback {
    if (failure !== undefined) return { status: "failed", error: failure };
    if (element.ended || (putAtEnd && !wanted)) return { status: "ended" };
    if (blocked) return { status: "blocked" };
    if (!wanted) return { status: "paused" };
    const hasSound = element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA && !element.seeking;
    return { status: hasSound && !element.paused ? "playing" : "waiting" };
  }

  function update(changes: Partial<PlayerState> = {}): void {
    const before = store.getSnapshot();
    const derived = derivePlayback();
    const same = derived.status === before.playback.status && derived.status !== "failed";
    const next: PlayerState = {
      ...before,
      playback: same || before.playback.status === "failed" ? before.playback : derived,
      // WebKitGTK says 0 before it knows, and may not tell when it does.
      duration: Number.isFinite(element.duration) && element.duration > 0 ? element.duration : before.duration,
      ...changes,
    };
    const changed =
      next.playback !== before.playback || next.duration !== before.duration || next.firstSound !== before.firstSound;
    if (changed) store.set(next);
  }

  const noteForFirstSound = watchFirstSound({
    element,
    scope,
    now,
    silenceInFront,
    onFound: (firstSound) => update({ firstSound }),
  });

  for (const type of watchedEvents) {
    scope.listen(element, type, () => {
      // The browser pauses an element by itself too: from a headset's key, or when its device goes.
      if (type === "pause" && element.paused && !element.ended && element.readyState > 0) wanted = false;
      if (type === "play" && !element.paused) wanted = true;
      if (type === "ended" && element.ended) wanted = false;
      noteForFirstSound(type);
      update();
    });
  }
  scope.listen(element, "error", () => fail(errorOf(element)));
  scope.own(() => {
    element.pause();
    element.removeAttribute("src");
    element.load();
  });

  function fail(error: PlaybackError): void {
    if (scope.disposed) return;
    failure ??= error;
    element.pause();
    update();
  }

  function play(): void {
    if (scope.disposed || failure !== undefined) return;
    wanted = true;
    blocked = false;
    if (putAtEnd) element.currentTime = 0;
    putAtEnd = false;
    update();
    element.play().then(undefined, (error: unknown) => {
      if (scope.disposed || !wanted) return;
      // An AbortError only says that a pause or a new source came in between.
      if (isNamed(error, "NotAllowedError")) {
        wanted = false;
        blocked = true;
        update();
      } else if (isNamed(error, "NotSupportedError")) {
        fail(errorOf(element));
      }
    });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    play,
    pause() {
      wanted = false;
      blocked = false;
      element.pause();
      update();
    },
    position: () => element.currentTime,
    seek(seconds) {
      // Without a source the position would be kept as the place where the next source begins.
      if (element.readyState === 0) return;
      element.currentTime = Math.max(0, seconds);
      putAtEnd = !wanted && seconds >= element.duration;
      update();
    },
    setVolume(volume) {
      element.volume = Math.min(1, Math.max(0, volume));
    },
    setMuted(muted) {
      element.muted = muted;
    },
    setRate(rate) {
      element.preservesPitch = true;
      // A new source begins at the default rate.
      element.defaultPlaybackRate = rate;
      element.playbackRate = rate;
    },
    load(url) {
      element.src = url;
      // A new source ends the play() that was under way; what the person asked for still holds.
      if (wanted) play();
    },
    fail,
  };
}

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

function errorOf(element: HTMLAudioElement): PlaybackError {
  const { error } = element;
  const message = error?.message || "The browser cannot play this audio.";
  switch (error?.code) {
    case MediaError.MEDIA_ERR_NETWORK:
      return new PlaybackError("network", message);
    case MediaError.MEDIA_ERR_DECODE:
      return new PlaybackError("undecodable", message);
    case MediaError.MEDIA_ERR_SRC_NOT_SUPPORTED:
      return new PlaybackError("unsupported", message);
    default:
      return new PlaybackError("unknown", message);
  }
}

/** Plays an answer once it is whole: WAV, formats that cannot be streamed here, finished takes. */
export function createBlobPlayer({ element, now }: ElementPlayerOptions): Player {
  const scope = createScope();
  const playback = createElementPlayback(element, scope, now);
  element.preload = "auto";
  return {
    ...playback,
    append() {
      // The recording comes whole with `end`: keeping the pieces here too would keep them twice.
    },
    end(recording) {
      if (!scope.disposed) playback.load(scope.objectUrl(recording.playable).url);
    },
    dispose: () => scope.dispose(),
  };
}

/**
 * Plays sound that stays where it is, at an address of the own origin that answers to ranges: what is too large to be
 * kept plays, and seeks, without being fetched whole.
 */
export function createRemotePlayer({ element, now, url }: ElementPlayerOptions & { readonly url: string }): Player {
  const scope = createScope();
  const playback = createElementPlayback(element, scope, now);
  element.preload = "metadata";
  playback.load(url);
  // Nothing comes piece by piece: the element fetches what it needs.
  return { ...playback, append() {}, end() {}, dispose: () => scope.dispose() };
}
