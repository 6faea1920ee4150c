import type { Playground } from "./playground.ts";

/** How loud it plays on this page: the volume is kept, muting isn't. */
export type LoudnessStores = Pick<Playground, "settings" | "listening">;

/** By how much one press changes the volume. */
const volumeStep = 0.1;

/** Mutes, or lets be heard again: muted as well as turned down to nothing. */
export function toggleSilent({ settings, listening }: LoudnessStores): void {
  const { volume, setVolume } = settings.getState();
  const { muted, setMuted } = listening.getState();
  if (volume === 0) setVolume(1);
  if (muted || volume > 0) setMuted(!muted);
}

/** One step louder for 1, quieter for -1, from 0 to 1. Whoever wants it louder wants to hear it. */
export function turnVolume({ settings, listening }: LoudnessStores, direction: 1 | -1): void {
  const { volume, setVolume } = settings.getState();
  if (direction === 1) listening.getState().setMuted(false);
  // Free of what is left when tenths are added.
  setVolume(Math.min(1, Math.max(0, Math.round((volume + direction * volumeStep) * 100) / 100)));
}
