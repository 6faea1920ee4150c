import type { Scope } from "../base/scope.ts";
import type { Player } from "../players/player.ts";
import type { Recording } from "../players/recorder.ts";
import { isSounding } from "./session-state.ts";

interface PlayerSwapOptions {
  /** The player that is heard now. */
  readonly from: () => Player | undefined;
  /** The player that gets the recording. */
  readonly finished: Player;
  readonly recording: Recording;
  /** Owns `finished` until it is taken. */
  readonly scope: Scope;
  /** Whether it may be heard, because a person asked for what only the recording can do. */
  readonly urgent: () => boolean;
  /** Takes `finished` over, at the right position and playing if need be. The other player is disposed by the taker. */
  readonly take: (finished: Player) => void;
}

/**
 * The change from a streaming player to the player of the finished recording: loads that beside the player that is
 * heard, and makes the first attempt as soon as it is ready.
 */
export function createPlayerSwap({ from, finished, recording, scope, urgent, take }: PlayerSwapOptions) {
  let done = false;
  const unsubscribe = finished.subscribe(() => attempt());
  const abandon = scope.own(() => {
    unsubscribe();
    if (!done) finished.dispose();
  });

  /**
   * Hands over if the recording is ready and nobody can hear it: while nothing sounds, or, when `seekTo` (seconds) is
   * given, at once, because a seek is heard as one anyway. Returns whether it was done.
   */
  function attempt(seekTo?: number): boolean {
    const current = from();
    const { duration, playback } = finished.getSnapshot();
    if (done || scope.disposed || current === undefined || duration === undefined) return false;
    if (playback.status === "failed") return false;
    const { status } = current.getSnapshot().playback;
    const sounds = isSounding(status);
    // While the browser refuses to play, the refusal stays visible until a person's click has answered it.
    if (seekTo === undefined && ((sounds && !urgent()) || status === "blocked")) return false;
    done = true;
    abandon();
    const position = Math.min(seekTo ?? (status === "ended" ? duration : current.position()), duration);
    if (sounds) {
      take(finished);
      finished.play();
      finished.seek(position);
    } else {
      finished.seek(position);
      take(finished);
    }
    return true;
  }

  finished.end(recording);
  return { attempt };
}
