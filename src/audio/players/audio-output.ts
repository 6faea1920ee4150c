import type { AudioContextConstructor } from "../base/capabilities.ts";
import type { Now } from "../base/now.ts";
import { createScope, type Disposable } from "../base/scope.ts";
import { createClockSmoother } from "../output/clock-smoother.ts";
import { createWebAudioSink, type MakeLine, type WebAudioSink, wantsLine } from "../output/web-audio-sink.ts";

/** The page's one way out for decoded samples: browsers limit how many audio contexts there may be. */
export interface AudioOutput extends Disposable {
  /**
   * Makes the context, if there is none yet: before a person's click it waits for `hold`. False where the browser gives
   * none.
   */
  prepare(): boolean;
  /**
   * Wants to sound until the returned function is called. The first call makes the context, so it must stand inside a
   * person's click, before any `await`. Throws what the browser throws when it has no context to give.
   */
  hold(): () => void;
  /** A new sink with a volume of its own. Only after `hold`. */
  open(): WebAudioSink;
  /** Whether time goes on in it; false also while the browser waits for a click or the device belongs to a call. */
  readonly running: boolean;
  /** The context's time that is being heard at this moment, in seconds. */
  heard(): number;
  /** When the context's time `time` is or was heard, on the injected clock in milliseconds. */
  clockOf(time: number): number;
  /** Calls `listener` whenever `running` may have changed. */
  subscribe(listener: () => void): () => void;
}

interface AudioOutputOptions {
  readonly AudioContext: AudioContextConstructor;
  readonly now: Now;
  /** Seconds from the making of a sound to its hearing, where the browser must not be asked for them. */
  readonly assumedLatency?: number | undefined;
}

/** Without anybody who wants to sound the device is let go after this long, in milliseconds. */
const idleMilliseconds = 10_000;

/** What PulseAudio and PipeWire usually take for what Firefox asks them for, heard at a sound card. Seconds. */
const usualPulseLatency = 0.032;

/**
 * The latency to assume in the browser that calls itself `userAgent`; undefined where it can be asked. Firefox on Linux
 * stands still for ever when it is asked in a moment in which it makes sound: the page's thread then waits for the
 * sound server with a lock in its hands that the sound server's thread waits for.
 */
export function assumedLatencyOf(userAgent: string): number | undefined {
  return /\bLinux\b.*\bGecko\/\d/.test(userAgent) ? usualPulseLatency : undefined;
}

/**
 * Whether contexts of the browser that calls itself `userAgent` will want lines: there is none yet that could be asked
 * when what lines need must be fetched to be there for the first sound.
 */
export function willWantLines(userAgent: string): boolean {
  return /\bGecko\/\d/.test(userAgent);
}

/** The same where a browser says nothing of it: heard in WebKitGTK. Seconds. */
const usualLatency = 0.01;

/** How far from this moment a browser's word on what is heard may lie, in milliseconds. */
const believedMilliseconds = 200;

/** An output that has no context yet. */
export function createAudioOutput({ AudioContext, now, assumedLatency }: AudioOutputOptions): AudioOutput {
  const scope = createScope();
  const listeners = new Set<() => void>();
  let context: AudioContext | undefined;
  let lines: Promise<MakeLine | undefined> | undefined;
  let holders = 0;
  let endIdle: (() => void) | undefined;
  let smoother = createClockSmoother();

  function create(): AudioContext {
    letSoundInSilentMode();
    const created = new AudioContext({ latencyHint: "interactive" });
    scope.listen(created, "statechange", () => {
      smoother = createClockSmoother();
      for (const listener of [...listeners]) listener();
    });
    scope.own(() => void created.close().catch(() => undefined));
    // While the request is under way; nothing waits for it, and what fails is done without.
    if (wantsLine(created)) {
      lines = import("../output/worklet/load-lines.ts")
        .then(({ loadLines }) => loadLines(created))
        .catch(() => undefined);
    }
    return created;
  }

  function letGoLater(): void {
    endIdle = scope.timeout(() => {
      context?.suspend().catch(() => undefined);
    }, idleMilliseconds);
  }

  /** What is heard now, and when it was asked: the browser's own word where it gives one. */
  function stamp(): { readonly time: number; readonly at: number } {
    if (context === undefined) return { time: 0, at: now() };
    if (assumedLatency !== undefined) return { time: context.currentTime - assumedLatency, at: now() };
    const { contextTime = 0, performanceTime = 0 } = context.getOutputTimestamp?.() ?? {};
    // Before the first sound, and in browsers that don't know, both are 0. WebKitGTK tells a moment on a clock of its
    // own that goes twice as fast as the page's.
    const isOfNow = Math.abs(performanceTime - now()) < believedMilliseconds;
    if (contextTime > 0 && performanceTime > 0 && isOfNow) return { time: contextTime, at: performanceTime };
    const at = now();
    if (context.outputLatency > 0) return { time: context.currentTime - context.outputLatency, at };
    return { time: smoother.follow(context.currentTime, at) - usualLatency, at };
  }

  return {
    prepare() {
      if (context !== undefined) return true;
      try {
        context = create();
      } catch {
        return false;
      }
      letGoLater();
      return true;
    },
    hold() {
      if (scope.disposed) return () => undefined;
      context ??= create();
      holders += 1;
      endIdle?.();
      // Also where it runs still: it may be about to be let go of.
      context.resume().catch(() => undefined);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        holders -= 1;
        if (holders === 0 && !scope.disposed) letGoLater();
      };
    },
    open() {
      if (context === undefined) throw new TypeError("An output is opened by one who holds it.");
      return createWebAudioSink(context, lines);
    },
    get running() {
      return context?.state === "running";
    },
    heard() {
      if (context === undefined) return 0;
      const { time, at } = stamp();
      return Math.min(context.currentTime, Math.max(0, time + (now() - at) / 1_000));
    },
    clockOf(time) {
      const heard = stamp();
      return heard.at + (time - heard.time) * 1_000;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    dispose: () => scope.dispose(),
  };
}

/** An iPhone's switch for silence also silences audio contexts, unless the page says that sound is what it is for. */
function letSoundInSilentMode(): void {
  const session: unknown = Reflect.get(globalThis.navigator ?? {}, "audioSession");
  if (typeof session === "object" && session !== null) Reflect.set(session, "type", "playback");
}
