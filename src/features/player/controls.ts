import { isSounding } from "../../audio/session/session-state.ts";
import { usePlayground, useSound, useTake } from "../../core/page/playground-context.ts";
import type { Sound } from "../../core/sound/derive-sound.ts";
import { seekStep } from "../../core/sound/seek-step.ts";
import { nextRate } from "../../core/sound/sound-owner.ts";

/** What one can do with the take that is heard, as things stand; what can't be done does nothing. */
export function useControls() {
  const { sound: owner, takes } = usePlayground();
  const take = useTake();
  const session = take?.session;
  const { sounding, cutOff, silent, canSetRate } = useSound(readState);

  function move(seconds: number): void {
    if (session === undefined || silent) return;
    session.seek(Math.min(Math.max(0, session.position() + seconds), session.getSnapshot().duration ?? 0));
  }

  function changeRate(rate: number): void {
    if (canSetRate) owner.getState().setRate(rate);
  }

  const stepRate = (step: 1 | -1): void => changeRate(nextRate(session?.getSnapshot().rate ?? 1, step));

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
    toggleMuted() {
      const { muted, setMuted } = owner.getState();
      setMuted(!muted);
    },
    setRate: changeRate,
    slower: () => stepRate(-1),
    faster: () => stepRate(1),
  };
}

function readState(sound: Sound | undefined) {
  const cutOff = sound?.playbackError === "network";
  return {
    sounding: isSounding(sound?.playback),
    cutOff,
    silent: sound === undefined || sound.playback === "none" || (sound.playback === "failed" && !cutOff),
    canSetRate: sound?.canSetRate === true,
  };
}

export type Controls = ReturnType<typeof useControls>;
