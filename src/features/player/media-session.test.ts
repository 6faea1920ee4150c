import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { SessionSnapshot, SpeechSession } from "../../audio/session/session.ts";
import { firstModel } from "../../contract/models/index.ts";
import { bindMediaSession, type SystemControls } from "./media-session.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** What the system's controls were told, and a way to press them. */
function createControls() {
  const handlers = new Map<string, MediaSessionActionHandler>();
  const positions: (MediaPositionState | undefined)[] = [];
  const controls: SystemControls = {
    metadata: null,
    playbackState: "none",
    setActionHandler(action, handler) {
      // Some browsers know no stop.
      if (action === "stop") throw new TypeError("unknown action");
      if (handler === null) handlers.delete(action);
      else handlers.set(action, handler);
    },
    setPositionState: (state) => void positions.push(state),
  };
  const press = (details: MediaSessionActionDetails): void => handlers.get(details.action)?.(details);
  return { controls, handlers, positions, press };
}

/** A session that stands where the test puts it. */
function createSession() {
  const calls: string[] = [];
  let listener: (() => void) | undefined;
  let position = 2;
  let snapshot: SessionSnapshot = {
    state: { status: "connecting", playback: { status: "playing" } },
    times: { started: 0, firstAudio: 0, firstSound: 0, ended: undefined, stalls: [] },
    duration: 10,
    volume: 1,
    muted: false,
    rate: 1,
  };
  const session: SpeechSession = {
    getSnapshot: () => snapshot,
    subscribe(added) {
      listener = added;
      return () => {
        listener = undefined;
      };
    },
    start: () => {},
    stop: () => calls.push("stop"),
    play: () => calls.push("play"),
    pause: () => calls.push("pause"),
    seek: (seconds) => calls.push(`seek ${seconds}`),
    setVolume: () => {},
    setMuted: () => {},
    setRate: () => {},
    peaks: { getSnapshot: () => undefined, subscribe: () => () => {} },
    position: () => position,
    dispose: () => {},
  };
  return {
    session,
    calls,
    heard: () => listener !== undefined,
    become(changes: Partial<SessionSnapshot>, at = position) {
      snapshot = { ...snapshot, ...changes };
      position = at;
      listener?.();
    },
  };
}

function bind(text = "The night train.") {
  const system = createControls();
  const made = createSession();
  let metadata: MediaMetadataInit = {};
  const release = bindMediaSession(
    system.controls,
    (init) => {
      metadata = init;
      return { title: "", artist: "", album: "", artwork: [], ...init, chapterInfo: [] } as MediaMetadata;
    },
    { session: made.session, text, voice: "Autumn", model: firstModel },
    () => Date.now(),
  );
  return { ...system, ...made, metadata, release };
}

it("shows the words, the voice and the model, and where the sound is", () => {
  const { metadata, controls, positions } = bind(`The\nnight ${"train ".repeat(50)}`);
  expect(metadata).toMatchObject({ artist: "Autumn", album: firstModel.label });
  expect(metadata.title).toMatch(/^The night train .{90,}…$/);
  expect(controls.playbackState).toBe("playing");
  expect(positions).toEqual([{ duration: 10, position: 2, playbackRate: 1 }]);
});

it("does what its keys say", () => {
  const { press, calls } = bind();
  press({ action: "pause" });
  press({ action: "play" });
  press({ action: "seekbackward" });
  press({ action: "seekforward", seekOffset: 3 });
  press({ action: "seekto", seekTime: 7.5 });
  expect(calls).toEqual(["pause", "play", "seek -3", "seek 5", "seek 7.5"]);
});

it("tells a new position only where the old one doesn't lead there", () => {
  const { become, positions } = bind();
  vi.advanceTimersByTime(500);
  become({}, 2.5);
  expect(positions).toHaveLength(1);
  become({}, 8);
  expect(positions.at(-1)).toEqual({ duration: 10, position: 8, playbackRate: 1 });
  become({ rate: 1.5 }, 30);
  expect(positions.at(-1)).toEqual({ duration: 10, position: 10, playbackRate: 1.5 });
  become({ duration: undefined });
  become({ state: { status: "connecting", playback: { status: "paused" } }, duration: 12 }, 1);
  expect(positions.at(-1)).toEqual({ duration: 12, position: 1, playbackRate: 1.5 });
});

it("takes everything back", () => {
  const { release, controls, handlers, positions, heard } = bind();
  release();
  expect(controls).toMatchObject({ metadata: null, playbackState: "none" });
  expect(handlers.size).toBe(0);
  expect(positions.at(-1)).toBeUndefined();
  expect(heard()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
