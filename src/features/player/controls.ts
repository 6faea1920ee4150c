import { useStore } from "zustand";
import { isSounding } from "../../audio/session/session-state.ts";
import { usePlayground, useSound, useTake } from "../../core/page/playground-context.ts";
import { seekStep } from "../../core/sound/seek-step.ts";
import { nextRate } from "../../core/sound/sound-owner.ts";

/** What one can do with the take that is heard, as things stand; what can't be done does nothing. */
export function useControls() {
  const { sound: owner, takes } = usePlayground();
  const { muted, setMuted, setRate } = useStore(owner);
  const take = useTake();
  const session = take?.session;
  const sound = useSound();
  const sounding = isSounding(sound?.playback);
  const cutOff = sound?.playbackError === "network";
  const silent = sound === undefined || sound.playback === "none" || (sound.playback === "failed" && !cutOff);

  function move(seconds: number): void {
    if (session === undefined || silent) return;
    session.seek(Math.min(Math.max(0, session.position() + seconds), sound.duration ?? 0));
  }

  function changeRate(rate: number): void {
    if (sound?.canSetRate === true) setRate(rate);
  }

  return {
    /** Whether it sounds, or would if more were there. */
    sounding,
    /** Whether there is nothing to hear. */
    silent,
    playOrPause() {
      if (silent) return;
      if (cutOff && take !== undefined) takes.getState().open(take.id, { play: true });
      else if (sounding) session?.pause();
      else session?.play();
    },
    /** Ends what still comes, and goes back to the beginning. */
    stop() {
      session?.stop();
      session?.seek(0);
    },
    back: () => move(-seekStep),
    on: () => move(seekStep),
    toggleMuted: () => setMuted(!muted),
    setRate: changeRate,
    slower: () => changeRate(nextRate(sound?.rate ?? 1, -1)),
    faster: () => changeRate(nextRate(sound?.rate ?? 1, 1)),
  };
}

export type Controls = ReturnType<typeof useControls>;
