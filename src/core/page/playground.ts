import { QueryClient } from "@tanstack/react-query";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { SpeechClient } from "../../api/client.ts";
import { NotSentError } from "../../api/errors.ts";
import type { Observable } from "../../audio/base/store.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { createSoundOwner, type SoundStore } from "../sound/sound-owner.ts";
import { failureRecord } from "../submit/failure-record.ts";
import { createOrphanedRequestsStore, isAnswer, type OrphanedRequestsStore } from "../submit/orphaned-requests.ts";
import { createSentTasksStore, type SentTasksStore } from "../submit/sent-tasks.ts";
import type { TakeOrigin } from "../submit/take-draft.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeRow } from "../takes/take.ts";
import { createTakeId, type FillRandom } from "../takes/take-id.ts";
import { createTakesStore, type TakeOptions, type TakesStore, type WrittenDraft } from "../takes/takes.ts";
import { type AwaitedTask, createAwaitedTask } from "../tasks/awaited.ts";
import type { TasksStore } from "../tasks/tasks.ts";
import type { SampleCache } from "../voices/sample-cache.ts";
import type { SamplesStore } from "../voices/samples.ts";
import { isLoopback } from "./is-loopback.ts";
import { configQuery } from "./queries.ts";
import { createSettingsStore, type SettingsStore } from "./settings.ts";
import type { StorageOptions } from "./settings-storage.ts";

/** What the page needs from the browser. */
export interface PlaygroundOptions
  extends StorageOptions,
    Omit<TakeOptions, "formOf" | "origin" | "sound" | "submitTask" | "whenConfigured"> {
  readonly client: SpeechClient;
  readonly fillRandom: FillRandom;
  /** Where voice samples are kept; the browser's database when absent. */
  readonly sampleCache?: SampleCache;
  /** Whether this page looks after the tasks; the browser is asked when absent. */
  readonly leadership?: Observable<boolean>;
}

/** Everything that the interface stands on, made once for a page. */
export interface Playground {
  readonly settings: SettingsStore;
  readonly sound: SoundStore;
  readonly takes: TakesStore;
  readonly library: TakeLibrary;
  readonly queries: QueryClient;
  readonly client: SpeechClient;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** The origin of a take that is made now, whoever sends it. */
  readonly origin: () => TakeOrigin;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Where a tab keeps what is its own alone, until it is closed. */
  readonly tabStorage: StorageOptions;
  /** The model that waits for a person's word, because the service doesn't list it; undefined while none does. */
  readonly unconfirmed: StoreApi<{ readonly model: string | undefined }>;
  /** What was sent and never answered, where the job goes on all the same. */
  readonly unanswered: OrphanedRequestsStore;
  readonly sentTasks: SentTasksStore;
  /** The voices' samples; fetched when somebody first looks for a voice. The same promise every time. */
  readonly samples: () => Promise<SamplesStore>;
  /** The task whose sound somebody waits for. */
  readonly awaited: AwaitedTask;
  /** What looks after tasks, from the first call on; the same promise every time. */
  readonly tasks: () => Promise<TasksStore>;
}

/** Puts the page's state together. */
export function createPlayground(options: PlaygroundOptions): Playground {
  const { client, library } = options;
  const settings = createSettingsStore(options);
  const sound = createSoundOwner(settings);
  const queries = new QueryClient();
  const config = () => queries.getQueryData(configQuery(client).queryKey);
  const takes = createTakesStore({
    ...options,
    sound,
    formOf: (model) => settings.getState().values[model] ?? {},
    origin,
    sampleRate: () => settings.getState().sampleRate,
    submitTask,
    whenConfigured,
  });
  const sentTasks = createSentTasksStore(library, options.storage);
  const awaited = createAwaitedTask(options);
  const unanswered = createOrphanedRequestsStore(takes, options.wallClock, options.storage);
  let loading: Promise<TasksStore> | undefined;

  function origin(): TakeOrigin {
    const created = options.wallClock();
    const { multiplier } = settings.getState();
    return {
      id: createTakeId(created, options.fillRandom),
      created,
      owner: library.self,
      config: config(),
      multiplier,
    };
  }

  function whenConfigured(use: (known: PlaygroundConfig) => void): void {
    const end = queries.getQueryCache().subscribe(() => {
      const known = config();
      if (known === undefined) return;
      end();
      use(known);
    });
  }

  async function submitTask(made: WrittenDraft, signal: AbortSignal): Promise<void> {
    const { row, request } = made.draft;
    sentTasks.getState().add(row.id, request);
    const end = unanswered.getState().begin(request);
    await sendTask(made, signal);
    end(isTaskAnswered(library.row(row.id)));
  }

  async function sendTask(made: WrittenDraft, signal: AbortSignal): Promise<void> {
    try {
      await (await tasks()).getState().send(made, signal);
    } catch (error) {
      const { row, model } = made.draft;
      const { failure, stored } = failureRecord(new NotSentError(error), model, {
        onLine: navigator.onLine,
        time: options.wallClock(),
      });
      library.update(row.id, { owner: undefined, status: "failed", failure }, { error: stored });
      takes.getState().open(row.id, { play: false });
    }
  }

  function tasks(): Promise<TasksStore> {
    // What didn't come because the page was off line comes when it is asked for again.
    loading ??= loadTasks().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  async function loadTasks(): Promise<TasksStore> {
    const [{ createTasksStore }, { createBrowserLeadership }] = await Promise.all([
      import("../tasks/tasks.ts"),
      import("../tasks/browser-leadership.ts"),
    ]);
    return createTasksStore({
      ...options,
      takes,
      queries,
      config,
      leadership: options.leadership ?? createBrowserLeadership(library.self),
      onLine: () => navigator.onLine,
      loopback: isLoopback(location.hostname),
      isAwaited: awaited.isAwaited,
    });
  }

  let samples: Promise<SamplesStore> | undefined;
  return {
    ...{
      settings,
      sound,
      takes,
      library,
      queries,
      client,
      tasks,
      sentTasks,
      awaited,
      now: options.now,
      wallClock: options.wallClock,
      origin,
    },
    tabStorage: { storage: options.tab, defer: options.defer, onLeave: options.onLeave },
    unanswered,
    unconfirmed: createStore(() => ({ model: undefined })),
    samples: () => {
      samples ??= loadSamples(options, sound).catch((error: unknown) => {
        samples = undefined;
        throw error;
      });
      return samples;
    },
  };
}

/** Whether it is known what became of a task's request: the service has taken it, or nothing was begun. */
function isTaskAnswered(row: TakeRow | undefined): boolean {
  if (row === undefined || row.task !== undefined) return true;
  return row.failure !== undefined && isAnswer({ ...row.failure, status: row.httpStatus });
}

async function loadSamples(options: PlaygroundOptions, sound: SoundStore): Promise<SamplesStore> {
  const [{ createSamplesStore }, { createSampleCache }] = await Promise.all([
    import("../voices/samples.ts"),
    import("../voices/sample-cache.ts"),
  ]);
  return createSamplesStore({ ...options, sound, cache: options.sampleCache ?? createSampleCache() });
}
