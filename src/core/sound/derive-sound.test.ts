import { describe, expect, it } from "vitest";
import { IncompleteAudioError } from "../../api/errors.ts";
import { PlaybackError } from "../../audio/base/playback-error.ts";
import { createStore } from "../../audio/base/store.ts";
import type { Recording } from "../../audio/players/recorder.ts";
import type { SessionSnapshot, SpeechSession } from "../../audio/session/session.ts";
import { firstModel } from "../../contract/models/index.ts";
import { figuresText } from "../takes/figures.ts";
import { takeRow } from "../takes/library.fixture.ts";
import type { Take } from "../takes/take.ts";
import { deriveSound as derive } from "./derive-sound.ts";

const nothing = (): void => {};
const session: SpeechSession = {
  getSnapshot: () => snapshot({ status: "idle", playback: { status: "none" } }),
  subscribe: () => nothing,
  start: nothing,
  stop: nothing,
  play: nothing,
  pause: nothing,
  seek: nothing,
  setVolume: nothing,
  setMuted: nothing,
  setRate: nothing,
  peaks: { getSnapshot: () => undefined, subscribe: () => nothing },
  position: () => 0,
  dispose: nothing,
};
const take: Take = {
  id: "1",
  model: firstModel,
  voice: "Autumn",
  text: "The night train leaves at ten.",
  request: { endpoint: "speech", path: "/v1/audio/speech", body: "{}" },
  session,
  network: () => ({ sent: 1_000.25, headers: 1_140, firstByte: undefined, lastByte: 2_990, chunks: 12 }),
  timestamps: createStore<readonly unknown[]>([]),
  log: createStore({ entries: [], dropped: 0 }),
};
const blob = new Blob([new Uint8Array(2_000)]);
const recording: Recording = {
  format: { codec: "mp3" },
  facts: { bytes: 2_000, duration: 10, bitrate: 192 },
  blob,
  playable: blob,
};

const deriveSound = (shown: Take, of: SessionSnapshot) => derive(shown, of, { onLine: true, time: 0 });

function snapshot(state: SessionSnapshot["state"], times: Partial<SessionSnapshot["times"]> = {}): SessionSnapshot {
  return {
    state,
    times: { started: 1_000, firstAudio: undefined, firstSound: undefined, ended: undefined, stalls: [], ...times },
    duration: 10,
    volume: 1,
    muted: false,
    rate: 1,
  };
}

describe("deriveSound", () => {
  it("awaits the first sound of a short answer that is whole before it is heard, but not of an old take", () => {
    const whole = (status: "waiting" | "playing" | "paused", times?: Partial<SessionSnapshot["times"]>) =>
      snapshot({ status: "complete", playback: { status }, recording }, times);
    const awaits = (shown: Take, of: SessionSnapshot) => deriveSound(shown, of).awaitsFirstSound;
    const fresh: Take = { ...take, isAskedHere: true };
    expect([awaits(fresh, whole("waiting")), awaits(fresh, whole("playing"))]).toEqual([true, true]);
    expect(awaits(fresh, whole("playing", { firstSound: 1_231 }))).toBe(false);
    expect([awaits(fresh, whole("paused")), awaits(take, whole("playing"))]).toEqual([false, false]);
    expect(awaits(take, snapshot({ status: "connecting", playback: { status: "waiting" } }))).toBe(true);
  });

  it("tells how fast a whole answer came, and offers it as a file", () => {
    const times = { firstAudio: 1_142, firstSound: 1_231, ended: 3_000 };
    const sound = deriveSound(
      take,
      snapshot({ status: "complete", playback: { status: "playing" }, recording }, times),
    );
    expect(sound).toMatchObject({
      running: false,
      playback: "playing",
      stalled: false,
      canSetRate: true,
      figures: {
        moments: { sent: 0.25, headers: 140, firstByte: 142, firstSound: 231, lastByte: 1_990, complete: 2_000 },
        stalls: [],
        bytes: 2_000,
        chunks: 12,
        duration: 10,
        bitrate: 192,
        sampleRate: undefined,
        channels: undefined,
        realTime: 5,
      },
      format: "mp3 192k",
      file: { blob, format: recording.format },
      failure: undefined,
    });
  });

  it("leaves open what isn't known yet", () => {
    const sound = deriveSound(take, snapshot({ status: "connecting", playback: { status: "waiting" } }));
    expect(sound).toMatchObject({ running: true, canSetRate: false, file: undefined });
    expect(sound.figures.moments).toMatchObject({ firstByte: undefined, firstSound: undefined, complete: undefined });
  });

  it("never calls a broken answer complete, but keeps what came", () => {
    const error = new IncompleteAudioError(2_000);
    const state = { status: "failed", playback: { status: "paused" }, error, recording } as const;
    const sound = deriveSound(take, snapshot(state, { ended: 2_000 }));
    expect(sound).toMatchObject({ canSetRate: true, failure: { kind: "incomplete" } });
    expect(sound.figures).toMatchObject({ moments: { complete: undefined }, realTime: undefined });
    expect(sound.file?.blob).toBe(blob);
  });

  it("says why it can't be played", () => {
    const playback = { status: "failed", error: new PlaybackError("network", "") } as const;
    const sound = deriveSound(take, snapshot({ status: "complete", playback, recording: undefined }));
    expect([sound.playback, sound.playbackError]).toEqual(["failed", "network"]);
  });

  it("shows a stall while it lasts, and how long each was", () => {
    const receiving = {
      status: "receiving",
      playback: { status: "waiting" },
      format: { codec: "mp3" },
      facts: { bytes: 9 },
    } as const;
    const past = { from: 1_500, until: 1_750 };
    const sound = deriveSound(take, snapshot(receiving, { stalls: [past, { from: 2_000.5, until: undefined }] }));
    expect(sound.stalled).toBe(true);
    expect(sound.figures.stalls).toEqual([
      { at: 500, length: 250 },
      { at: 1_000.5, length: undefined },
    ]);
    expect(deriveSound(take, snapshot(receiving, { stalls: [past] })).stalled).toBe(false);
  });

  it("copies every digit that was measured", () => {
    const times = { firstAudio: 1_142.0625, ended: 3_000, stalls: [{ from: 2_000, until: 2_000.1 }] };
    const sound = deriveSound(take, snapshot({ status: "complete", playback: { status: "ended" }, recording }, times));
    expect(JSON.parse(figuresText(take, sound))).toEqual({
      model: firstModel.id,
      voice: "Autumn",
      path: "/v1/audio/speech",
      characters: 30,
      format: "mp3 192k",
      milliseconds: { sent: 0.25, headers: 140, firstByte: 142.0625, lastByte: 1_990, complete: 2_000 },
      stalls: [{ atMilliseconds: 1_000, milliseconds: 2_000.1 - 2_000 }],
      bytes: 2_000,
      chunks: 12,
      seconds: 10,
      kilobitsPerSecond: 192,
      timesRealTime: 5,
    });
  });

  it("copies the characters that the take's row counts, as every other place shows them", () => {
    const sound = deriveSound(take, snapshot({ status: "complete", playback: { status: "ended" }, recording }));
    expect(JSON.parse(figuresText(take, sound, takeRow("1", { characters: 41 })))).toMatchObject({ characters: 41 });
  });

  it("names headerless samples with their rate, and offers them as a WAV file", () => {
    const raw = { ...recording, format: { codec: "pcm_s16le", sampleRate: 22_050, channels: 1 } } as const;
    const sound = deriveSound(take, snapshot({ status: "complete", playback: { status: "ended" }, recording: raw }));
    expect(sound).toMatchObject({
      format: "pcm_s16le 22,050 Hz",
      rateAssumed: false,
      file: { blob: raw.playable, format: raw.format },
    });
  });

  it("tells of a rate that nothing told that it is assumed", () => {
    const format = { codec: "pcm_s16le", sampleRate: 22_050, channels: 1, rateAssumed: true } as const;
    const raw = { ...recording, format, facts: { bytes: 2_000, sampleRate: 22_050 } };
    const sound = deriveSound(take, snapshot({ status: "complete", playback: { status: "ended" }, recording: raw }));
    expect(sound.rateAssumed).toBe(true);
    expect(JSON.parse(figuresText(take, sound))).toMatchObject({ sampleRateHertz: 22_050, sampleRateAssumed: true });
  });
});
