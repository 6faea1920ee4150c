import type { Observable } from "../base/store.ts";

/** A stretch of all sounds, in seconds. */
export interface LoopRange {
  readonly from: number;
  readonly until: number;
}

/** How several sounds play as one. */
export interface ComparedSnapshot {
  readonly playing: boolean;
  /** Which of them is heard. */
  readonly active: number;
  readonly loop: LoopRange | undefined;
}

/** Several sounds that play side by side, of which one is heard: whichever that is, time goes on in all of them. */
export interface ComparedPlayback extends Observable<ComparedSnapshot> {
  /** The length of the longest, in seconds. */
  readonly duration: number;
  /** Call it inside a person's click or key: sound may only begin there. */
  play(): void;
  pause(): void;
  seek(seconds: number): void;
  /** Lets another one be heard, at the same position. */
  select(index: number): void;
  /** Plays a stretch over and over; undefined for all of it, once. */
  setLoop(loop: LoopRange | undefined): void;
  /** How loud each of them is, from 0 to 1: see `matchLevels`. */
  setGains(gains: readonly number[]): void;
  /** From 0 to 1, for all of them. */
  setVolume(volume: number): void;
  /** Silences it without touching the volume, which on an iPhone no page may set. */
  setMuted(muted: boolean): void;
  /** The position that is heard at this moment, in seconds. */
  position(): number;
  dispose(): void;
}

/** The shortest stretch that can be played over and over, in seconds. */
export const shortestLoop = 0.05;
