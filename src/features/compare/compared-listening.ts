import { createStore, type StoreApi } from "zustand/vanilla";
import type { ComparedPlayback, LoopRange } from "../../audio/compare/compared-playback.ts";
import { createElementComparison } from "../../audio/compare/element-comparison.ts";
import { matchLevels } from "../../audio/compare/level-match.ts";
import { createParallelPlayback, limitLoop } from "../../audio/compare/parallel-playback.ts";
import { recordingFrom } from "../../audio/players/recorder.ts";
import type { Sounding, SoundStore } from "../../core/sound/sound-owner.ts";
import type { TakeId, TakeSound } from "../../core/takes/take.ts";

export type { LoopRange } from "../../audio/compare/compared-playback.ts";

/** A take that can be heard beside others. */
export interface ComparedSound {
  readonly sound: TakeSound;
  /** Seconds. */
  readonly duration: number;
  /** LUFS. */
  readonly loudness: number | undefined;
}

/** Hearing several takes as one. */
export interface ComparedListening {
  /** `idle` until somebody wants to hear something; `preparing` while the sounds are decoded. */
  readonly status: "idle" | "preparing" | "ready" | "failed";
  /**
   * Whether all of them run side by side, at the same sample; else they are too long for that and each has a player of
   * its own.
   */
  readonly exact: boolean;
  readonly playing: boolean;
  /** Whether it is known which sounds there are: not while those of other takes are read. */
  readonly known: boolean;
  /** The take that is heard. */
  readonly active: TakeId | undefined;
  readonly loop: LoopRange | undefined;
  /** Whether all are brought to the loudness of the quietest, and by how many dB. */
  readonly matched: boolean;
  readonly decibels: ReadonlyMap<TakeId, number>;
  /** The length of the longest, in seconds. */
  readonly duration: number;
  /** Says which sounds there are. What plays goes on where others only join it; else it stops. */
  setSounds(sounds: readonly ComparedSound[]): void;
  /** Plays or pauses. Call it inside a person's click or key. */
  toggle(): void;
  /** Says whether something was heard, or about to be. */
  pause(): boolean;
  /** Goes over to a take, as soon as its sound is read; to none that has no sound. */
  select(id: TakeId): void;
  /** Whether a take has no sound here, so that it can't be heard. */
  isSilent(id: TakeId): boolean;
  seek(seconds: number): void;
  setLoop(loop: LoopRange | undefined): void;
  /** Repeats from here to the loop's end, or up to here from its beginning; the sound's own where there is none. */
  loopFrom(): void;
  loopUntil(): void;
  setMatched(matched: boolean): void;
  /** The position that is heard, in seconds. */
  position(): number;
  /** Whether it plays, and how many seconds are left of the take that is heard. */
  moment(): { readonly playing: boolean; readonly left: number | undefined };
  dispose(): void;
}

export type ComparedListeningStore = StoreApi<ComparedListening>;

export interface ComparedListeningOptions {
  /** Throws what the browser throws when it has no context to give. */
  readonly createContext: () => AudioContext;
  readonly createElement: () => HTMLAudioElement;
  readonly sound: SoundStore;
}

/**
 * Sounds run side by side in memory up to this many seconds in all, counted at the length of the longest: 115 MB in
 * mono.
 */
export const mostSecondsInMemory = 600;

/** A store without any sound. */
export function createComparedListening(options: ComparedListeningOptions): ComparedListeningStore {
  let sounds: readonly ComparedSound[] = [];
  let playback: ComparedPlayback | undefined;
  let context: AudioContext | undefined;
  let volume = 1;
  let muted = false;
  let leaveSound = () => {};
  /** The take to go over to once it is known which sounds there are. */
  let wanted: TakeId | undefined;
  /** Where it is to begin while there is no playback. */
  let rest = 0;
  /** The preparation that counts. */
  let turn = 0;

  return createStore<ComparedListening>()((set, get) => {
    const indexOf = (id: TakeId | undefined): number =>
      Math.max(
        0,
        sounds.findIndex(({ sound }) => sound.id === id),
      );

    function apply(): void {
      const { matched, active, loop } = get();
      const matches = matchLevels(sounds.map(({ loudness }) => loudness));
      set({ decibels: new Map(sounds.map(({ sound }, at) => [sound.id, matches[at]?.decibels ?? 0])) });
      playback?.setGains(matches.map(({ gain }) => (matched ? gain : 1)));
      playback?.setVolume(volume);
      playback?.setMuted(muted);
      playback?.select(indexOf(active));
      if (playback !== undefined && playback.getSnapshot().loop !== loop) playback.setLoop(loop);
    }

    const heard: Sounding = {
      setVolume(next) {
        volume = next;
        playback?.setVolume(next);
      },
      setMuted(next) {
        muted = next;
        playback?.setMuted(next);
      },
      pause: () => get().pause(),
    };

    function follow(made: ComparedPlayback): void {
      playback = made;
      made.subscribe(() => {
        if (playback === made) set({ playing: made.getSnapshot().playing, loop: made.getSnapshot().loop });
      });
      made.seek(rest);
      apply();
    }

    async function prepare(): Promise<void> {
      turn += 1;
      const own = turn;
      leaveSound = options.sound.getState().join(heard);
      set({ status: "preparing" });
      try {
        const made = get().exact ? await decodeAll() : byElements();
        if (own !== turn) return made.dispose();
        follow(made);
        set({ status: "ready" });
        made.play();
      } catch {
        if (own === turn) set({ status: "failed" });
      }
    }

    async function decodeAll(): Promise<ComparedPlayback> {
      const output = context ?? options.createContext();
      context = output;
      const buffers: AudioBuffer[] = [];
      for (const { sound } of sounds) {
        buffers.push(await output.decodeAudioData(await recordingFrom(sound).playable.arrayBuffer()));
      }
      return createParallelPlayback(output, buffers);
    }

    function byElements(): ComparedPlayback {
      const files = sounds.map(({ sound }) => recordingFrom(sound).playable);
      return createElementComparison(
        files,
        sounds.map(({ duration }) => duration),
        options.createElement,
      );
    }

    function stop(): void {
      turn += 1;
      rest = playback?.position() ?? rest;
      playback?.dispose();
      playback = undefined;
      leaveSound();
      set({ status: "idle", playing: false });
    }

    return {
      status: "idle",
      exact: true,
      playing: false,
      known: false,
      active: undefined,
      loop: undefined,
      matched: false,
      decibels: new Map(),
      duration: 0,
      setSounds(next) {
        const same = next.length === sounds.length && next.every(({ sound }, at) => sound.id === sounds[at]?.sound.id);
        const { active, loop, playing, status } = get();
        const isAmongNext = ({ sound: { id } }: ComparedSound) => next.some(({ sound }) => sound.id === id);
        const goesOn = !same && (playing || status === "preparing") && sounds.every(isAmongNext);
        sounds = next;
        const duration = Math.max(0, ...sounds.map((each) => each.duration));
        if (!same) stop();
        const ids = sounds.map(({ sound }) => sound.id);
        const heard = [wanted, active].find((id) => id !== undefined && ids.includes(id)) ?? ids[0];
        wanted = undefined;
        rest = Math.min(rest, duration);
        set({
          known: true,
          duration,
          exact: duration * sounds.length <= mostSecondsInMemory,
          active: heard,
          loop: loop !== undefined && loop.until <= duration ? loop : undefined,
        });
        apply();
        if (goesOn) prepare();
      },
      toggle() {
        if (get().playing || get().status === "preparing") {
          get().pause();
          return;
        }
        if (sounds.length === 0) return;
        options.sound.getState().begin(heard);
        context?.resume().catch(() => undefined);
        if (playback === undefined) {
          if (get().exact) {
            try {
              // Inside the click, before anything is waited for.
              context ??= options.createContext();
              context.resume().catch(() => undefined);
            } catch {
              set({ exact: false });
            }
          }
          prepare();
        } else playback.play();
      },
      pause() {
        const { playing, status } = get();
        if (status === "preparing") stop();
        else playback?.pause();
        return playing || status === "preparing";
      },
      select(id) {
        wanted = get().known ? undefined : id;
        if (!sounds.some(({ sound }) => sound.id === id)) return;
        set({ active: id });
        playback?.select(indexOf(id));
      },
      isSilent: (id) => get().status === "failed" || (get().known && !sounds.some(({ sound }) => sound.id === id)),
      seek(seconds) {
        rest = Math.min(get().duration, Math.max(0, seconds));
        playback?.seek(rest);
      },
      setLoop(loop) {
        if (playback === undefined) set({ loop: limitLoop(loop, get().duration) });
        else playback.setLoop(loop);
      },
      loopFrom() {
        const { setLoop, position, loop, duration } = get();
        setLoop({ from: position(), until: loop?.until ?? duration });
      },
      loopUntil() {
        const { setLoop, position, loop } = get();
        setLoop({ from: loop?.from ?? 0, until: position() });
      },
      setMatched(matched) {
        set({ matched });
        apply();
      },
      position: () => playback?.position() ?? rest,
      moment() {
        const { active, playing, position } = get();
        const heard = sounds.find(({ sound }) => sound.id === active);
        return { playing, left: heard && Math.max(0, heard.duration - position()) };
      },
      dispose() {
        stop();
        context?.close().catch(() => undefined);
        context = undefined;
      },
    };
  });
}
