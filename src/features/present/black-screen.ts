import type { SpeechSession } from "../../audio/session/session.ts";
import { isSounding } from "../../audio/session/session-state.ts";
import type { Presenter } from "./presenter-state.ts";

interface BlackScreenOptions {
  readonly isBlack: () => boolean;
  readonly set: (change: Partial<Presenter>) => void;
  /** The shown item's sound. */
  readonly session: () => SpeechSession | undefined;
  /** Whether the shown item's sound was asked for and isn't there yet. */
  readonly isAwaited: () => boolean;
  /** Pauses what the shown item plays itself; gives back what goes on with it, undefined where nothing was heard. */
  readonly pauseItem: () => (() => void) | undefined;
}

/** The black screen: it pauses the sound, which goes on when the picture comes back. */
export function createBlackScreen({ isBlack, set, session, isAwaited, pauseItem }: BlackScreenOptions) {
  /** Whether the sound goes on when the screen comes back. */
  let resumes = false;
  /** Goes on with what the shown item played itself. */
  let resumeItem: (() => void) | undefined;

  function toggle(): void {
    const black = !isBlack();
    set({ black });
    const held = session();
    if (black) {
      resumeItem = pauseItem();
      const status = held?.getSnapshot().state.playback.status;
      resumes = isSounding(status) || isAwaited();
      held?.pause();
      return;
    }
    if (resumes) held?.play();
    resumeItem?.();
  }

  return {
    toggle,
    /** From a black screen, whatever is pressed brings the picture back and does nothing else. */
    unless(act: () => void) {
      if (isBlack()) return toggle();
      set({ note: undefined });
      act();
    },
    /** Whether a sound that comes now waits: it begins when the picture comes back. */
    holdsBack(): boolean {
      resumes = isBlack();
      return resumes;
    },
  };
}
