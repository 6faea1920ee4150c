import type { SpeechClient } from "../../api/client.ts";
import { ServiceUnreachableError } from "../../api/errors.ts";
import type { RecordingClient } from "../../api/recording-client.ts";
import type { ShareClient } from "../../api/share-client.ts";
import type { TaskClient } from "../../api/task-client.ts";
import type { VoiceModelClient } from "../../api/voice-models.ts";
import type { AudioPart } from "../../audio/base/source.ts";
import { wavHeader } from "../../audio/formats/wav.ts";
import { createPlayerFactory } from "../../audio/players/players.ts";
import type { ModelList } from "../../contract/model-list.ts";
import { models } from "../../contract/models/index.ts";
import type { PlaygroundConfig, SessionOpener } from "../../contract/playground.ts";
import { createBrowserLibrary } from "../takes/browser-library.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { KeptSample, SampleCache } from "../voices/sample-cache.ts";
import { createPlayground, type Playground } from "./playground.ts";

/** What a fake service answers; each answer may be a value or one that fails. */
export interface FakeAnswers {
  readonly config?: () => Promise<PlaygroundConfig>;
  readonly models?: () => Promise<ModelList>;
  readonly openSession?: (opener: SessionOpener) => Promise<void>;
  readonly endSession?: () => Promise<void>;
  readonly tasks?: () => Promise<TaskClient>;
  readonly recordings?: () => Promise<RecordingClient>;
  readonly shares?: () => Promise<ShareClient>;
  readonly voiceModels?: () => Promise<VoiceModelClient>;
  /** What comes for a request by hand; nothing answers when absent. */
  readonly exchange?: SpeechClient["exchange"];
  readonly converse?: SpeechClient["converse"];
  /** What comes for a speech request. */
  readonly speech?: (signal: AbortSignal) => AsyncIterable<AudioPart>;
}

/** A service without a network, and the bodies of the speech requests that reached it, with where they went by name. */
export interface FakeService {
  readonly client: SpeechClient;
  readonly services: (string | undefined)[];
  readonly bodies: Record<string, unknown>[];
}

/** A service that answers as `answers` say: by default everything is listed and a second of sound comes at once. */
export function createFakeService(answers: FakeAnswers = {}): FakeService {
  const bodies: Record<string, unknown>[] = [];
  const services: (string | undefined)[] = [];
  return {
    services,
    bodies,
    client: {
      getConfig:
        answers.config ??
        (async () => ({ service: "embedded", version: "0.0.0", session: "none_needed", hasKey: true })),
      listModels: answers.models ?? (async () => ({ kind: "listed", ids: models.map(({ id }) => id) })),
      openSession: answers.openSession ?? (async () => {}),
      endSession: answers.endSession ?? (async () => {}),
      speechSource: ({ body, path, service, observe }) =>
        async function* (signal) {
          observe?.({ type: "sent", at: performance.now(), path, body });
          services.push(service);
          bodies.push(JSON.parse(body));
          yield* answers.speech?.(signal) ?? soundOf(1);
        },
      exchange: answers.exchange ?? (() => Promise.reject(new ServiceUnreachableError(undefined))),
      converse: answers.converse ?? (() => Promise.reject(new ServiceUnreachableError(undefined))),
      recordings: answers.recordings ?? (() => Promise.reject(new ServiceUnreachableError(undefined))),
      shares: answers.shares ?? (() => Promise.reject(new ServiceUnreachableError(undefined))),
      tasks: answers.tasks ?? (() => Promise.reject(new ServiceUnreachableError(undefined))),
      voiceModels: answers.voiceModels ?? (() => Promise.reject(new ServiceUnreachableError(undefined))),
    },
  };
}

/**
 * The page's state on `client`, with the browser's real players and a storage of its own. However busy the machine is,
 * requests wait until they are written down, unless `writingPatience` says otherwise.
 */
export function createTestPlayground(
  client: SpeechClient,
  library: TakeLibrary = createBrowserLibrary(`test ${crypto.randomUUID()}`),
  writingPatience = 60_000,
  now = () => performance.now(),
): Playground {
  const playground = createPlayground({
    client,
    players: createPlayerFactory({ createElement: () => new Audio(), now }),
    library,
    now,
    wallClock: () => Date.now(),
    fillRandom: (array) => crypto.getRandomValues(array),
    storage: undefined,
    defer: () => () => {},
    onLeave: () => {},
    sampleCache: createMemoryCache(),
    writingPatience,
  });
  // A test that makes the service fail wants to see that, not to wait for the page's patience.
  playground.queries.setDefaultOptions({ queries: { retry: false } });
  playground.settings.setState({ language: "en" });
  return playground;
}

/** A cache for voice samples that a test begins with empty. */
export function createMemoryCache(): SampleCache {
  const kept = new Map<string, KeptSample>();
  return {
    read: async (key) => kept.get(key),
    write: async (key, sample) => void kept.set(key, sample),
  };
}

/** `seconds` of a quiet tone as a whole WAV answer. */
export async function* soundOf(seconds: number): AsyncGenerator<AudioPart> {
  yield { type: "start", format: { codec: "wav" } };
  yield { type: "audio", bytes: toneOf(seconds) };
  yield { type: "end" };
}

/** `seconds` of a quiet tone as a WAV file. */
export function toneOf(seconds: number): Uint8Array<ArrayBuffer> {
  const sampleRate = 8_000;
  const samples = Int16Array.from({ length: seconds * sampleRate }, (_, at) => 3_000 * Math.sin(at * 0.3));
  const header = wavHeader({ codec: "pcm_s16le", sampleRate, channels: 1 }, samples.byteLength);
  const file = new Uint8Array(header.length + samples.byteLength);
  file.set(header);
  file.set(new Uint8Array(samples.buffer), header.length);
  return file;
}
