import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechSession } from "../../audio/session/session.ts";
import { isSounding } from "../../audio/session/session-state.ts";

/** Something on the page that can be heard: a take's session, a sample, a recording, takes side by side. */
export interface Sounding extends Pick<SpeechSession, "setVolume" | "setMuted" | "pause"> {
  /** Absent where it always plays as it was spoken. */
  readonly setRate?: SpeechSession["setRate"];
}

/** How everything on the page sounds, and that one thing sounds at a time. */
export interface SoundOwner {
  /** From 0 to 1; kept from one visit to the next. */
  readonly volume: number;
  /** Muting and the rate aren't kept: a page that opens mute or slow would puzzle people. */
  readonly muted: boolean;
  /** How fast what is whole plays; 1 as it was spoken. */
  readonly rate: number;
  setVolume(volume: number): void;
  setMuted(muted: boolean): void;
  setRate(rate: number): void;
  /** Mutes, or lets be heard again: muted as well as turned down to nothing. */
  toggleSilent(): void;
  /** One step louder for 1, quieter for -1. Whoever wants it louder wants to hear it. */
  turn(direction: 1 | -1): void;
  /** Lets `one` follow volume, mute and rate, at once and from now on. Returns the function that ends it. */
  join(one: Sounding): () => void;
  /** Says that `one` begins to sound: everything else that joined falls silent. */
  begin(one: Sounding): void;
  /** Silences everything, because nothing on the page could stop it from now on. */
  hush(): void;
}

export type SoundStore = StoreApi<SoundOwner>;

type KeptVolume = Pick<StoreApi<{ readonly volume: number }>, "getState" | "setState" | "subscribe">;

/** The rates that are offered. */
export const rates = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The offered rate that is next to `rate`: a faster one for 1, a slower one for -1; the last one stays. */
export function nextRate(rate: number, direction: 1 | -1): number {
  const next = direction === 1 ? rates.find((one) => one > rate) : rates.findLast((one) => one < rate);
  return next ?? rate;
}

/** By how much one press changes the volume. */
const volumeStep = 0.1;

/** The owner of a page that was just opened, as loud as `kept` says. */
export function createSoundOwner(kept: KeptVolume): SoundStore {
  const joined = new Set<Sounding>();
  const store = createStore<SoundOwner>()((set, get) => ({
    volume: kept.getState().volume,
    muted: false,
    rate: 1,
    setVolume: (volume) => kept.setState({ volume }),
    setMuted: (muted) => set({ muted }),
    setRate(rate) {
      set({ rate });
      // The same rate again may be a wish for now: a session waits with the first one for a moment that nobody hears.
      for (const one of joined) one.setRate?.(rate);
    },
    toggleSilent() {
      const { volume, muted } = get();
      if (volume === 0) get().setVolume(1);
      if (muted || volume > 0) set({ muted: !muted });
    },
    turn(direction) {
      if (direction === 1) set({ muted: false });
      // Free of what is left when tenths are added.
      get().setVolume(Math.min(1, Math.max(0, Math.round((get().volume + direction * volumeStep) * 100) / 100)));
    },
    join(one) {
      const { volume, muted, rate } = get();
      joined.add(one);
      one.setVolume(volume);
      one.setMuted(muted);
      one.setRate?.(rate);
      return () => void joined.delete(one);
    },
    begin: (one) => silence(one),
    hush: () => silence(),
  }));

  function silence(except?: Sounding): void {
    for (const one of [...joined]) if (one !== except) one.pause();
  }

  kept.subscribe(({ volume }, before) => {
    if (volume !== before.volume) store.setState({ volume });
  });
  store.subscribe(({ volume, muted }, before) => {
    for (const one of joined) {
      if (volume !== before.volume) one.setVolume(volume);
      if (muted !== before.muted) one.setMuted(muted);
    }
  });
  return store;
}

/**
 * Lets `session` follow volume, mute and rate, and silences everything else each time when it begins to sound, whoever
 * made it. Returns the function that ends it. `as`: what is done to it instead where it isn't a take's.
 */
export function joinSession(sound: SoundStore, session: SpeechSession, as: Sounding = session): () => void {
  const leave = sound.getState().join(as);
  let sounded = false;
  const look = (): void => {
    const { status } = session.getSnapshot().state.playback;
    const sounds = isSounding(status);
    const begins = sounds && !sounded;
    sounded = sounds;
    if (begins) sound.getState().begin(as);
  };
  const unsubscribe = session.subscribe(look);
  look();
  return () => {
    unsubscribe();
    leave();
  };
}
