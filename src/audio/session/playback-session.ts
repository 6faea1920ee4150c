import { createPeaksReader } from "../analysis/peaks/peaks-reader.ts";
import { createScope } from "../base/scope.ts";
import { createStore } from "../base/store.ts";
import type { Player } from "../players/player.ts";
import { type Recording, recordingFrom } from "../players/recorder.ts";
import { limitRate, type SessionSnapshot, type SessionTimes, type SpeechSession } from "./session.ts";
import { nothingToHear, reduceSession, type SessionState } from "./session-state.ts";

/** An answer that is over: what came of it and how it ended. */
export interface PastAnswer {
  readonly status: "complete" | "stopped" | "failed";
  readonly error?: unknown;
  /** Everything that came and is kept; undefined where nothing is. */
  readonly sound: Pick<Recording, "format" | "facts" | "blob"> | undefined;
  /** Whether the sound is whole but isn't kept: the player fetches it from where it is. */
  readonly remote?: boolean;
  readonly times: SessionTimes;
}

interface PlaybackSessionOptions {
  readonly answer: PastAnswer;
  /** A player for whole recordings that nothing else uses; it may have been told to play already. */
  readonly player: Player;
}

/** A session of an answer that is over: it sends nothing and plays what is kept. */
export function createPlaybackSession({ answer, player }: PlaybackSessionOptions): SpeechSession {
  const { times, sound } = answer;
  const scope = createScope();
  const recording = sound === undefined ? undefined : recordingFrom(sound);
  const store = createStore<SessionSnapshot>({
    state: stateOf(answer, recording),
    times,
    duration: recording?.facts.duration,
    volume: 1,
    muted: false,
    rate: 1,
  });
  const peaks = createPeaksReader();
  scope.own(() => peaks.dispose());
  scope.own(() => player.dispose());
  scope.own(player.subscribe(publish));
  if (recording === undefined) {
    if (answer.remote !== true) scope.dispose();
  } else {
    player.end(recording);
    const { blob, format } = recording;
    peaks.begin(format, { bytes: blob.size, slice: (start, end) => blob.slice(start, end) });
    peaks.end();
  }
  publish();

  function publish(): void {
    if (scope.disposed) return;
    const before = store.getSnapshot();
    const { playback, duration } = player.getSnapshot();
    const state = reduceSession(before.state, { type: "playback", playback });
    const next = before.duration ?? duration;
    if (state !== before.state || next !== before.duration) store.set({ ...before, state, duration: next });
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    start: () => player.play(),
    stop: () => player.pause(),
    play: () => player.play(),
    pause: () => player.pause(),
    seek(seconds) {
      player.seek(seconds);
      store.set({ ...store.getSnapshot() });
    },
    setVolume(next) {
      const limited = Math.min(1, Math.max(0, next));
      player.setVolume(limited);
      store.set({ ...store.getSnapshot(), volume: limited });
    },
    setMuted(muted) {
      player.setMuted(muted);
      store.set({ ...store.getSnapshot(), muted });
    },
    setRate(rate) {
      const limited = limitRate(rate);
      player.setRate(limited);
      store.set({ ...store.getSnapshot(), rate: limited });
    },
    peaks: { getSnapshot: peaks.getSnapshot, subscribe: peaks.subscribe },
    position: () => (scope.disposed ? 0 : player.position()),
    dispose() {
      if (scope.disposed) return;
      scope.dispose();
      const before = store.getSnapshot();
      store.set({ ...before, state: { ...before.state, playback: nothingToHear } });
    },
  };
}

function stateOf({ status, error, remote }: PastAnswer, recording: Recording | undefined): SessionState {
  const playback = nothingToHear;
  if (status === "failed") return { status, playback, error, recording };
  // A whole answer whose sound isn't kept any more reads as one that brought nothing.
  return status === "complete" && (recording !== undefined || remote === true)
    ? { status, playback, recording }
    : { status: "stopped", playback, recording };
}
