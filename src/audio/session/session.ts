import type { Peaks } from "../analysis/peaks/peak-meter.ts";
import { createPeaksReader } from "../analysis/peaks/peaks-reader.ts";
import { createByteStore } from "../base/byte-store.ts";
import { type AudioFormat, sameFormat } from "../base/format.ts";
import type { Now } from "../base/now.ts";
import { createScope } from "../base/scope.ts";
import type { AudioSource } from "../base/source.ts";
import { createStore, type Observable } from "../base/store.ts";
import type { PlayerKind } from "../players/choose-player.ts";
import type { Player } from "../players/player.ts";
import type { PlayerFactory } from "../players/players.ts";
import type { ArrivalHistory } from "../players/prebuffer-policy.ts";
import { createRecorder, type Recorder, type Recording, requireSound, whatCame } from "../players/recorder.ts";
import { createStallWatch, type Stall } from "../players/stalls.ts";
import { createPlayerSwap } from "./player-swap.ts";
import {
  initialSessionState,
  isUnderWay,
  nothingToHear,
  recordingOf,
  reduceSession,
  type SessionEvent,
  type SessionState,
} from "./session-state.ts";

export interface SessionOptions {
  readonly source: AudioSource;
  /** What the request asks for: the player for it is set up while the request is under way. */
  readonly expectedFormat: AudioFormat;
  readonly players: PlayerFactory;
  readonly now: Now;
  /** How the last answers came that were asked of the same service in the same way. */
  readonly history?: ArrivalHistory;
  /** The moment on that clock from which times count; that of `start` when absent. */
  readonly started?: number;
  /** Called when the sound begins to come, before any of it is taken in. */
  readonly onAnswer?: () => void;
  /** Called with what the service says about the words, as it came. */
  readonly onProgress?: (data: unknown) => void;
}

/** Moments on the injected clock, in milliseconds; absent until they come. */
export interface SessionTimes {
  readonly started: number | undefined;
  readonly firstAudio: number | undefined;
  /** The first sound that was put out. */
  readonly firstSound: number | undefined;
  /** The answer's end, whether good or bad. */
  readonly ended: number | undefined;
  /** When the sound stood still because nothing was there to play, the first stall first. */
  readonly stalls: readonly Stall[];
}

export interface SessionSnapshot {
  readonly state: SessionState;
  readonly times: SessionTimes;
  /** Seconds of sound that came so far, or of the whole once it is there; absent while unknown. */
  readonly duration: number | undefined;
  /** From 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
  /** How fast it plays at this moment. */
  readonly rate: number;
}

/** One answer: from its source into a recorder and a player. */
export interface SpeechSession
  extends Observable<SessionSnapshot>,
    Pick<Player, "play" | "pause" | "seek" | "setVolume" | "setMuted" | "position"> {
  /** Sends the request and starts to play. Call it once, inside a person's click and before any `await`. */
  start(): void;
  /** Ends the request and the sound. What came is kept. */
  stop(): void;
  /**
   * How fast it plays, 1 as it was spoken, with its pitch kept. While more comes it plays at 1: a rate that is set then
   * holds from the moment when the recording plays.
   */
  setRate(rate: number): void;
  /** The shape of what came so far, computed beside the player. */
  readonly peaks: Observable<Peaks | undefined>;
  /** Ends everything and releases it; the session stays readable and silent. */
  dispose(): void;
}

/** The bounds of what a person may set; beyond, speech can't be followed. */
const slowestRate = 0.5;
const fastestRate = 2;

/** The rate that is played where `rate` is asked for. */
export function limitRate(rate: number): number {
  return Math.min(fastestRate, Math.max(slowestRate, rate));
}

/**
 * The shortest time between two snapshots that differ only by how much came, in milliseconds. For as long, at most,
 * nobody is told anything from the first byte on, nor is the shape computed: what has to be done then is to sound.
 */
const publishInterval = 100;

/** A session that has not started. */
export function createSpeechSession(options: SessionOptions): SpeechSession {
  const { source, expectedFormat, players, now, history, onAnswer, onProgress } = options;
  const scope = createScope();
  const controller = new AbortController();
  const store = createStore<SessionSnapshot>({
    state: initialSessionState,
    times: { started: undefined, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [] },
    duration: undefined,
    volume: 1,
    muted: false,
    rate: 1,
  });
  const received = createByteStore();
  const peaks = createPeaksReader();
  scope.own(() => peaks.dispose());
  const stalls = createStallWatch(now);
  let kind: PlayerKind | undefined;
  let player: Player | undefined;
  let releasePlayer: (() => void) | undefined;
  let recorder: Recorder | undefined;
  let answeredAt: number | undefined;
  let playerSwap: ReturnType<typeof createPlayerSwap> | undefined;
  let publishing: (() => void) | undefined;
  let wantedRate = 1;
  let rateIsUrgent = false;

  function dispatch(event: SessionEvent, times: Partial<SessionTimes> = {}, tell = store.set): void {
    const before = store.getSnapshot();
    const state = reduceSession(before.state, event);
    const facts = state.status === "receiving" ? state.facts : recordingOf(state)?.facts;
    const duration = facts?.duration ?? player?.getSnapshot().duration;
    const changed = state !== before.state || duration !== before.duration || Object.keys(times).length > 0;
    if (changed) tell({ ...before, state, duration, times: { ...before.times, ...times } });
  }

  function install(next: Player): void {
    releasePlayer?.();
    player = next;
    next.setVolume(store.getSnapshot().volume);
    next.setMuted(store.getSnapshot().muted);
    applyRate();
    const unsubscribe = next.subscribe(publishPlayer);
    releasePlayer = scope.own(() => {
      unsubscribe();
      next.dispose();
    });
    publishPlayer();
  }

  /** Only what is whole can be played faster than it comes. */
  function applyRate(): void {
    if (player === undefined || kind !== "blob" || wantedRate === store.getSnapshot().rate) return;
    player.setRate(wantedRate);
    store.set({ ...store.getSnapshot(), rate: wantedRate });
  }

  function publishPlayer(): void {
    if (player === undefined) return;
    const { playback, firstSound } = player.getSnapshot();
    if (playback.status === "failed" && playback.error.code === "unsupported" && kind !== "blob") {
      leaveToElement();
      return;
    }
    const { times } = store.getSnapshot();
    const stalled = stalls.follow(playback.status);
    dispatch(
      { type: "playback", playback },
      {
        ...(times.firstSound === undefined && firstSound !== undefined ? { firstSound } : {}),
        ...(stalled === times.stalls ? {} : { stalls: stalled }),
      },
    );
    playerSwap?.attempt();
  }

  /** What the page can't decode the browser's element may: it plays the whole, as soon as that is there. */
  function leaveToElement(): void {
    const { state } = store.getSnapshot();
    const held = state.playback.status === "paused";
    const recording = recordingOf(state);
    kind = "blob";
    install(players.createFinished());
    if (recording !== undefined) player?.end(recording);
    if (!held) player?.play();
  }

  function removePlayer(): void {
    releasePlayer?.();
    releasePlayer = undefined;
    player = undefined;
    peaks.end();
    dispatch({ type: "playback", playback: nothingToHear });
  }

  function publishReceived(): void {
    publishing ??= scope.timeout(() => {
      publishing = undefined;
      if (recorder !== undefined) dispatch({ type: "received", facts: recorder.facts() });
      peaks.more();
    }, publishInterval);
  }

  const isUntilFirstSound = (): boolean => {
    const { firstAudio, firstSound } = store.getSnapshot().times;
    return firstSound === undefined && firstAudio !== undefined && now() - firstAudio < publishInterval;
  };

  async function pump(): Promise<void> {
    for await (const part of source(controller.signal)) {
      if (controller.signal.aborted) return;
      switch (part.type) {
        case "start": {
          onAnswer?.();
          answeredAt = part.answeredAt;
          recorder = createRecorder(part.format, received);
          peaks.begin(part.format, recorder);
          dispatch({ type: "format", format: part.format }, {}, store.setSilently);
          if (part.held === true) player?.pause();
          if (players.choose(part.format) !== kind || !sameFormat(part.format, expectedFormat)) begin(part.format);
          if (part.pause === true) player?.keepSilence?.();
          break;
        }
        case "audio":
          recorder?.append(part.bytes);
          if (store.getSnapshot().times.firstAudio === undefined && recorder !== undefined) {
            dispatch({ type: "received", facts: recorder.facts() }, { firstAudio: now() }, store.setSilently);
          }
          player?.append(part.bytes, answeredAt);
          if (!isUntilFirstSound()) peaks.more();
          publishReceived();
          break;
        case "progress":
          onProgress?.(part.data);
          break;
        case "end": {
          const recording = recorder?.recording();
          if (recording === undefined) break;
          requireSound(recording);
          dispatch({ type: "completed", recording }, { ended: now() });
          finish(recording);
          return;
        }
      }
    }
    if (!controller.signal.aborted) throw new TypeError("An audio source must finish with an end part or throw.");
  }

  /** Starts the player for `format` in the place of the present one, playing or paused as that one was. */
  function begin(format: AudioFormat): void {
    const held = player?.getSnapshot().playback.status === "paused";
    kind = players.choose(format);
    install(players.create(kind, format, received, history));
    if (!held) player?.play();
  }

  /** Nothing more comes: the player plays out, and the recording takes over from it when nobody can hear that. */
  function finish(recording: Recording): void {
    publishing?.();
    peaks.end();
    player?.end(recording);
    if (player === undefined || kind === "blob") return;
    playerSwap = createPlayerSwap({
      from: () => player,
      finished: players.createFinished(),
      recording,
      scope,
      urgent: () => rateIsUrgent,
      take(finished) {
        playerSwap = undefined;
        kind = "blob";
        install(finished);
      },
    });
  }

  function fail(error: unknown): void {
    if (scope.disposed || !isUnderWay(store.getSnapshot().state)) return;
    const recording = whatCame(recorder);
    dispatch({ type: "failed", error, recording }, { ended: now() });
    if (recording === undefined) {
      removePlayer();
      return;
    }
    // What sounds goes on to the end of what came; what has not begun does not begin beside an error by itself.
    if (player?.getSnapshot().playback.status !== "playing") player?.pause();
    finish(recording);
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    start() {
      if (scope.disposed || store.getSnapshot().state.status !== "idle") return;
      dispatch({ type: "started" }, { started: options.started ?? now() });
      begin(expectedFormat);
      peaks.prepare();
      pump().catch(fail);
    },
    stop() {
      player?.pause();
      if (!isUnderWay(store.getSnapshot().state)) return;
      const recording = whatCame(recorder);
      dispatch({ type: "stopped", recording }, { ended: now() });
      controller.abort();
      if (recording === undefined) removePlayer();
      else finish(recording);
    },
    play: () => player?.play(),
    pause: () => player?.pause(),
    seek(seconds) {
      stalls.pardon();
      if (playerSwap?.attempt(seconds) !== true) player?.seek(seconds);
      // A position isn't part of the snapshot; whoever draws it learns that it jumped.
      store.set({ ...store.getSnapshot() });
    },
    setVolume(volume) {
      const limited = Math.min(1, Math.max(0, volume));
      player?.setVolume(limited);
      store.set({ ...store.getSnapshot(), volume: limited });
    },
    setMuted(muted) {
      player?.setMuted(muted);
      store.set({ ...store.getSnapshot(), muted });
    },
    setRate(rate) {
      wantedRate = limitRate(rate);
      // Once everything is there, a wish is for now; the change is heard anyway.
      rateIsUrgent = recordingOf(store.getSnapshot().state) !== undefined && wantedRate !== 1;
      playerSwap?.attempt();
      applyRate();
    },
    peaks: { getSnapshot: peaks.getSnapshot, subscribe: peaks.subscribe },
    position: () => player?.position() ?? 0,
    dispose() {
      const recording = whatCame(recorder);
      dispatch({ type: "stopped", recording });
      controller.abort();
      removePlayer();
      scope.dispose();
    },
  };
}
