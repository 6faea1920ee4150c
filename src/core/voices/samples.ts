import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechClient } from "../../api/client.ts";
import { NotSentError } from "../../api/errors.ts";
import { createReplay, type Replay } from "../../api/replay.ts";
import type { AtService } from "../../api/speech-source.ts";
import type { AudioFormat } from "../../audio/base/format.ts";
import type { AudioPart, AudioSource } from "../../audio/base/source.ts";
import { expectedFormat } from "../../audio/formats/expected-format.ts";
import type { PlayerFactory } from "../../audio/players/players.ts";
import { NoiseError } from "../../audio/players/recorder.ts";
import { createSpeechSession, type SessionSnapshot, type SpeechSession } from "../../audio/session/session.ts";
import { joinBytes } from "../../contract/bytes.ts";
import type { ModelDescriptor } from "../../contract/model.ts";
import { buildRequest, type SpeechRequest } from "../../contract/request.ts";
import { joinSession, type SoundStore } from "../sound/sound-owner.ts";
import { type Circumstances, type Failure, readFailure } from "../takes/failure.ts";
import { isSound, type KeptSample, type SampleCache } from "./sample-cache.ts";
import type { SampledVoice } from "./sample-sentence.ts";

/** Words that are heard by a request of their own; `name` stands for them while they sound. */
export interface HeardWords extends AtService {
  readonly model: ModelDescriptor;
  readonly name: string;
  readonly request: SpeechRequest;
}

/** The one sample that is heard, fetched, or that failed. */
export interface CurrentSample {
  readonly model: string;
  readonly voice: string;
  readonly status: "fetching" | "sounding" | "blocked" | "failed";
  readonly failure?: Failure;
}

/** The voices' samples: one is heard at a time. */
export interface Samples {
  readonly current: CurrentSample | undefined;
  /**
   * Lets a voice or words be heard, or ends it when it is heard already. Call it inside a person's click or key. Sends
   * one request, unless the sample is kept already.
   *
   * @param connection stands for the service: samples of different ones are kept apart.
   */
  hear(heard: SampledVoice | HeardWords, connection: string): void;
  stop(): void;
}

export type SamplesStore = StoreApi<Samples>;

export interface SampleOptions {
  readonly client: Pick<SpeechClient, "speechSource">;
  readonly players: PlayerFactory;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  readonly cache: SampleCache;
  readonly sound: SoundStore;
}

/** A store in which nothing is heard yet. */
export function createSamplesStore(options: SampleOptions): SamplesStore {
  const { client, players, now, wallClock, cache, sound } = options;
  const underWay = new Map<string, Replay>();
  let session: SpeechSession | undefined;
  let leaveSound = () => {};

  return createStore<Samples>()((set, get) => ({
    current: undefined,
    hear(voice, connection) {
      const { model, name } = voice;
      const before = get().current;
      const again = before?.voice === name && before.model === model.id && before.status !== "failed";
      // The browser wanted a press: this is one.
      if (again && before.status === "blocked") return session?.play();
      get().stop();
      if (again) return;
      const expected = expectedFormat(model.output({}));
      const mine = createSpeechSession({
        source: sourceOf(voice, connection, expected),
        expectedFormat: expected,
        players,
        now,
      });
      session = mine;
      const { setVolume, setMuted } = mine;
      leaveSound = joinSession(sound, mine, { setVolume, setMuted, pause: () => get().stop() });
      set({ current: { model: model.id, voice: name, status: "fetching" } });
      mine.subscribe(() => {
        if (session !== mine) return;
        const next = currentOf(voice, mine.getSnapshot(), { onLine: navigator.onLine, time: wallClock() });
        // Not within its own news: ending a session gives news too.
        if (next === undefined) queueMicrotask(() => session === mine && get().stop());
        else set({ current: next });
      });
      mine.start();
    },
    stop() {
      const before = session;
      session = undefined;
      leaveSound();
      before?.dispose();
      set({ current: undefined });
    },
  }));

  function sourceOf(voice: SampledVoice | HeardWords, connection: string, expected: AudioFormat): AudioSource {
    return async function* (signal) {
      const request = "request" in voice ? voice.request : await sampleRequest(voice);
      const key = JSON.stringify([connection, request.path, request.body]);
      const kept = await cache.read(key);
      signal.throwIfAborted();
      if (kept !== undefined) {
        yield { type: "start", format: kept.format };
        yield { type: "audio", bytes: new Uint8Array(kept.bytes) };
        yield { type: "end" };
        return;
      }
      yield* fetching({ ...request, service: voice.service }, key, expected).source(signal);
    };
  }

  function fetching(request: SpeechRequest & AtService, key: string, expected: AudioFormat): Replay {
    const known = underWay.get(key);
    if (known !== undefined) return known;
    const replay = createReplay(client.speechSource({ ...request, expected }));
    underWay.set(key, replay);
    replay.whole
      .then((parts) => cache.write(key, keptOf(parts)))
      .catch(() => undefined)
      .finally(() => underWay.delete(key));
    return replay;
  }
}

/**
 * The request that lets a voice be heard: what it says, and nothing else set. Rejects where the sentences don't come.
 */
async function sampleRequest(voice: SampledVoice): Promise<SpeechRequest> {
  const { model, field, name } = voice;
  const { sentenceOf } = await import("./sample-sentence.ts").catch((cause: unknown) => {
    throw new NotSentError(cause);
  });
  const script = model.fields.find(({ group }) => group === "script");
  const values = { ...(script === undefined ? {} : { [script.key]: sentenceOf(voice) }), [field.key]: name };
  return buildRequest(model, values, { mode: model.defaultMode, transport: "http" });
}

/** What is kept for good of an answer; throws where it is no sound. */
function keptOf(parts: readonly AudioPart[]): KeptSample {
  const start = parts.find((part) => part.type === "start");
  if (start === undefined) throw new TypeError("A sample without a start is none.");
  const { buffer: bytes } = joinBytes(parts.flatMap((part) => (part.type === "audio" ? [part.bytes] : [])));
  const sample = { format: start.format, bytes };
  if (!isSound(sample)) throw new NoiseError();
  return sample;
}

/** What there is to say of a sample; undefined once it was heard to its end. */
function currentOf(
  { model, name }: Pick<SampledVoice, "model" | "name">,
  { state }: SessionSnapshot,
  circumstances: Circumstances,
): CurrentSample | undefined {
  const { playback, status } = state;
  const base = { model: model.id, voice: name };
  if (status === "failed") {
    return { ...base, status: "failed", failure: readFailure(state.error, model, circumstances) };
  }
  switch (playback.status) {
    case "playing":
      return { ...base, status: "sounding" };
    case "blocked":
      return { ...base, status: "blocked" };
    case "failed":
      return { ...base, status: "failed" };
    case "ended":
      return status === "complete" ? undefined : { ...base, status: "sounding" };
    default:
      return { ...base, status: "fetching" };
  }
}
