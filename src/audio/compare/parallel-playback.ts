import { createStore } from "../base/store.ts";
import { assumedLatencyOf } from "../players/audio-output.ts";
import { type ComparedPlayback, type ComparedSnapshot, type LoopRange, shortestLoop } from "./compared-playback.ts";

/** Seconds within which one sound gives way to another: too short for a gap, too long for a click. */
export const crossfade = 0.005;
/** How far ahead of what is made a start is put, so that all begin in the same block. Seconds. */
const lead = 0.02;

/** What plays together, from one start to the next. */
interface Run {
  readonly sources: readonly AudioBufferSourceNode[];
  /** The context's time at which it begins, and the position that begins there. */
  readonly startsAt: number;
  readonly offset: number;
}

/**
 * Plays decoded sounds side by side in `context`, which stays the caller's. All of them run, at the same sample, and
 * one is let through: going over to another is a crossfade and nothing else.
 *
 * @param buffers at the context's rate, each with a length of its own.
 */
export function createParallelPlayback(context: BaseAudioContext, buffers: readonly AudioBuffer[]): ComparedPlayback {
  const { sampleRate } = context;
  const length = Math.max(1, ...buffers.map((buffer) => buffer.length));
  const duration = length / sampleRate;
  // As long as the longest, so that all of them loop alike.
  const padded = buffers.map((buffer) => pad(context, buffer, length));
  const volume = context.createGain();
  volume.connect(context.destination);
  const gates = padded.map(() => {
    const gate = context.createGain();
    gate.gain.value = 0;
    gate.connect(volume);
    return gate;
  });
  const store = createStore<ComparedSnapshot>({ playing: false, active: 0, loop: undefined });
  let gains: readonly number[] = padded.map(() => 1);
  let loudness = 1;
  let isMuted = false;
  let run: Run | undefined;
  /** Where it stands while nothing plays. */
  let rest = 0;

  const onGrid = (seconds: number): number => Math.round(seconds * sampleRate) / sampleRate;

  function level(): void {
    const target = isMuted ? 0 : loudness;
    // What is still to begin has the level from its first sample on.
    if (run === undefined) volume.gain.setValueAtTime(target, context.currentTime);
    else volume.gain.setTargetAtTime(target, context.currentTime, crossfade);
  }

  /** Lets the active one through from the context's time `time` on, and no other. */
  function open(time: number): void {
    const { active } = store.getSnapshot();
    const isAhead = time > context.currentTime;
    for (const [index, { gain }] of gates.entries()) {
      const target = index === active ? (gains[index] ?? 1) : 0;
      gain.cancelScheduledValues(time);
      // What is still to begin comes up from silence, whatever fades out before it.
      gain.setValueAtTime(isAhead ? 0 : gain.value, time);
      gain.linearRampToValueAtTime(target, time + crossfade);
    }
  }

  /** The position at the context's time `time`. */
  function positionAt(time: number): number {
    if (run === undefined) return rest;
    const { loop } = store.getSnapshot();
    const played = run.offset + Math.max(0, time - run.startsAt);
    if (loop === undefined || played < loop.until) return Math.min(played, duration);
    return loop.from + ((played - loop.from) % (loop.until - loop.from));
  }

  function begin(position: number): void {
    const { loop } = store.getSnapshot();
    const offset = onGrid(
      loop !== undefined && (position < loop.from || position >= loop.until) ? loop.from : position,
    );
    const startsAt = onGrid(context.currentTime + lead);
    const sources = padded.map((buffer, index) => {
      const source = context.createBufferSource();
      source.buffer = buffer;
      if (loop !== undefined) Object.assign(source, { loop: true, loopStart: loop.from, loopEnd: loop.until });
      const gate = gates[index];
      if (gate !== undefined) source.connect(gate);
      source.start(startsAt, offset);
      return source;
    });
    const begun: Run = { sources, startsAt, offset };
    sources[0]?.addEventListener("ended", () => {
      if (run !== begun) return;
      run = undefined;
      rest = 0;
      store.set({ ...store.getSnapshot(), playing: false });
    });
    run = begun;
    open(startsAt);
  }

  function end(): void {
    const { currentTime } = context;
    for (const source of run?.sources ?? []) {
      source.stop(currentTime + crossfade);
      source.addEventListener("ended", () => source.disconnect());
    }
    for (const { gain } of gates) {
      gain.cancelScheduledValues(currentTime);
      gain.setValueAtTime(gain.value, currentTime);
      gain.linearRampToValueAtTime(0, currentTime + crossfade);
    }
    run = undefined;
  }

  function moveTo(position: number): void {
    rest = Math.min(duration, Math.max(0, position));
    if (run === undefined) return;
    end();
    begin(rest);
  }

  function heard(): number {
    const latency: unknown =
      assumedLatencyOf(navigator.userAgent) ??
      (Reflect.get(context, "outputLatency") || Reflect.get(context, "baseLatency"));
    return context.currentTime - (typeof latency === "number" ? latency : 0);
  }

  return {
    duration,
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    play() {
      if (run !== undefined) return;
      begin(rest >= duration ? 0 : rest);
      store.set({ ...store.getSnapshot(), playing: true });
    },
    pause() {
      if (run === undefined) return;
      rest = positionAt(context.currentTime);
      end();
      store.set({ ...store.getSnapshot(), playing: false });
    },
    seek(seconds) {
      moveTo(seconds);
      store.set({ ...store.getSnapshot() });
    },
    select(active) {
      if (active === store.getSnapshot().active || padded[active] === undefined) return;
      store.set({ ...store.getSnapshot(), active });
      if (run !== undefined) open(Math.max(context.currentTime, run.startsAt));
    },
    setLoop(wanted) {
      const position = positionAt(context.currentTime);
      store.set({ ...store.getSnapshot(), loop: limitLoop(wanted, duration, onGrid) });
      moveTo(position);
    },
    setGains(next) {
      gains = next;
      if (run !== undefined) open(Math.max(context.currentTime, run.startsAt));
    },
    setVolume(next) {
      loudness = next;
      level();
    },
    setMuted(muted) {
      isMuted = muted;
      level();
    },
    position: () => positionAt(heard()),
    dispose() {
      if (run !== undefined) end();
      // Not before the last crossfade was heard.
      setTimeout(() => volume.disconnect(), 100);
      store.set({ ...store.getSnapshot(), playing: false });
    },
  };
}

/** A loop within the sound, or none where too little is left of it. */
export function limitLoop(
  loop: LoopRange | undefined,
  duration: number,
  onGrid: (seconds: number) => number = (seconds) => seconds,
): LoopRange | undefined {
  if (loop === undefined) return undefined;
  const from = onGrid(Math.max(0, Math.min(loop.from, loop.until)));
  const until = onGrid(Math.min(duration, Math.max(loop.from, loop.until)));
  return until - from < shortestLoop ? undefined : { from, until };
}

function pad(context: BaseAudioContext, buffer: AudioBuffer, length: number): AudioBuffer {
  if (buffer.length === length) return buffer;
  const padded = context.createBuffer(buffer.numberOfChannels, length, buffer.sampleRate);
  for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
    padded.copyToChannel(buffer.getChannelData(channel), channel);
  }
  return padded;
}
