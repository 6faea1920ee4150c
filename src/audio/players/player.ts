import type { PlaybackError } from "../base/playback-error.ts";
import type { AudioBytes } from "../base/source.ts";
import type { Observable } from "../base/store.ts";
import type { Recording } from "./recorder.ts";

/**
 * What one hears. `waiting`: it wants to play but has nothing to play at this moment. `blocked`: the browser refused to
 * start without a person's click; a call of `play` inside a click starts it.
 */
export type Playback =
  | { readonly status: "waiting" | "playing" | "paused" | "ended" | "blocked" }
  | { readonly status: "failed"; readonly error: PlaybackError };

export interface PlayerState {
  readonly playback: Playback;
  /** Seconds that the player knows of; absent until it knows. */
  readonly duration: number | undefined;
  /** When sound was first put out, on the injected clock in milliseconds; absent before. */
  readonly firstSound: number | undefined;
}

/** Plays one answer. The functions never throw: what goes wrong is in the state. */
export interface Player extends Observable<PlayerState> {
  /** The moment that is being heard, in seconds. Read it as often as it is drawn. */
  position(): number;
  /**
   * `since`: when the answer began to come, on the injected clock in milliseconds, where that is known better than by
   * `bytes`.
   */
  append(bytes: AudioBytes, since?: number): void;
  /** The silence in front was asked for, and is heard; a player may pass over it else. */
  keepSilence?(): void;
  /** No more bytes will come. `recording` is everything that came. */
  end(recording: Recording): void;
  /** Starts or resumes. The first call must stand inside a person's click, before any `await`. */
  play(): void;
  pause(): void;
  /** Moves to `seconds`, as far as there is sound. */
  seek(seconds: number): void;
  /** `volume` is from 0 to 1. */
  setVolume(volume: number): void;
  /** Silences it without touching the volume, which on an iPhone no page may set. */
  setMuted(muted: boolean): void;
  /** How fast it plays, 1 as it was spoken, with its pitch kept. A player that streams may stay at 1. */
  setRate(rate: number): void;
  /** Ends the sound at once and releases everything. */
  dispose(): void;
}
