import type { AudioFormat } from "../base/format.ts";
import type { AudioFacts } from "../formats/audio-facts.ts";
import type { Playback } from "../players/player.ts";
import type { Recording } from "../players/recorder.ts";

/** What one hears of a session; `none` while there is nothing that could be heard. */
type SessionPlayback = Playback | { readonly status: "none" };

/**
 * One answer on its way from the request to the ear. `status` says how far the answer is; `playback` what one hears.
 * A recording stands wherever something came, so that nothing that was paid for is lost: whole when `complete`, the
 * part that came when `stopped` (a person ended it) or `failed`.
 */
export type SessionState =
  | { readonly status: "idle"; readonly playback: SessionPlayback }
  | { readonly status: "connecting"; readonly playback: SessionPlayback }
  | {
      readonly status: "receiving";
      readonly playback: SessionPlayback;
      readonly format: AudioFormat;
      readonly facts: AudioFacts;
    }
  /** Without a recording where the sound is whole, but too large to be kept here: it plays from where it is. */
  | { readonly status: "complete"; readonly playback: SessionPlayback; readonly recording: Recording | undefined }
  | { readonly status: "stopped"; readonly playback: SessionPlayback; readonly recording: Recording | undefined }
  | {
      readonly status: "failed";
      readonly playback: SessionPlayback;
      readonly error: unknown;
      readonly recording: Recording | undefined;
    };

export type SessionEvent =
  | { readonly type: "started" }
  | { readonly type: "format"; readonly format: AudioFormat }
  | { readonly type: "received"; readonly facts: AudioFacts }
  | { readonly type: "playback"; readonly playback: SessionPlayback }
  | { readonly type: "completed"; readonly recording: Recording }
  | { readonly type: "stopped"; readonly recording: Recording | undefined }
  | { readonly type: "failed"; readonly error: unknown; readonly recording: Recording | undefined };

/** Nothing that could be heard. */
export const nothingToHear: SessionPlayback = { status: "none" };

export const initialSessionState: SessionState = { status: "idle", playback: nothingToHear };

/** The state after `event`. An event that makes no sense in `state` (it came late) leaves the same object. */
export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  const { playback } = state;
  switch (event.type) {
    case "started":
      return state.status === "idle" ? { status: "connecting", playback } : state;
    case "format":
      return state.status === "connecting"
        ? { status: "receiving", playback, format: event.format, facts: { bytes: 0 } }
        : state;
    case "received":
      return state.status === "receiving" ? { ...state, facts: event.facts } : state;
    case "playback":
      return event.playback === playback ? state : { ...state, playback: event.playback };
    case "completed":
      return state.status === "receiving" ? { status: "complete", playback, recording: event.recording } : state;
    case "stopped":
      return isUnderWay(state)
        ? { status: "stopped", playback: audible(state, event.recording), recording: event.recording }
        : state;
    case "failed":
      return isUnderWay(state)
        ? {
            status: "failed",
            playback: audible(state, event.recording),
            error: event.error,
            recording: event.recording,
          }
        : state;
  }
}

/** Where nothing came, nothing can be heard. */
function audible({ playback }: SessionState, recording: Recording | undefined): SessionPlayback {
  return recording === undefined ? nothingToHear : playback;
}

/** Whether the answer may still bring something. */
export function isUnderWay(state: SessionState): boolean {
  return state.status === "connecting" || state.status === "receiving";
}

/** Whether it plays, or stands still until the next of it is there: a press is for silence then. */
export function isSounding(status: SessionPlayback["status"] | undefined): boolean {
  return status === "playing" || status === "waiting";
}

/** Everything that came, once nothing more comes. */
export function recordingOf(state: SessionState): Recording | undefined {
  return "recording" in state ? state.recording : undefined;
}
