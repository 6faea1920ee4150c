import { QueryClient } from "@tanstack/react-query";
import type { SpeechClient } from "../../api/client.ts";
import { isLoopback, isOnLine } from "../../api/network.ts";
import type { Observable } from "../../audio/base/store.ts";
import { configAt, type PlaygroundConfig } from "../../contract/playground.ts";
import { createSoundOwner, type SoundStore } from "../sound/sound-owner.ts";
import { createOrphanedRequestsStore, type OrphanedRequestsStore } from "../submit/orphaned-requests.ts";
import { createSentTasksStore, type SentTasksStore } from "../submit/sent-tasks.ts";
import { createSubmitStore, type SubmitOptions, type SubmitStore } from "../submit/submit.ts";
import { keepArrivals } from "../takes/kept-arrivals.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { TakeOrigin } from "../takes/take-draft.ts";
import { createTakeIds, type FillRandom } from "../takes/take-id.ts";
import { createTakesStore, type TakeOptions, type TakesStore } from "../takes/takes.ts";
import { createAwaitedTask } from "../tasks/awaited.ts";
import type { TasksStore } from "../tasks/tasks.ts";
import type { SampleCache } from "../voices/sample-cache.ts";
import type { SamplesStore } from "../voices/samples.ts";
import { connectionOf, listingOf } from "./connection.ts";
import { createDrawing, type Drawing } from "./drawing.ts";
import { configQuery, modelListQuery } from "./queries.ts";
import { createSettingsStore, type SettingsStore } from "./settings.ts";
import type { StorageOptions } from "./settings-storage.ts";

/** What the page needs from the browser. */
export interface PlaygroundOptions
  extends StorageOptions,
    Omit<TakeOptions, "sound" | "drawing" | "config" | "historyOf" | "sampleRate">,
    Pick<SubmitOptions, "writingPatience" | "locks"> {
  readonly client: SpeechClient;
  readonly fillRandom: FillRandom;
  /** Where voice samples are kept; the browser's database when absent. */
  readonly sampleCache?: SampleCache;
  /** Whether this page looks after the tasks; the browser is asked when absent. */
  readonly leadership?: Observable<boolean>;
}

/** Everything that the interface stands on, made once for a page. */
export interface Playground extends Pick<SubmitOptions, "isUnlisted" | "agreeTo"> {
  readonly settings: SettingsStore;
  /** The script that stood there when the page opened; undefined on a first visit. */
  readonly openedScript: string | undefined;
  readonly sound: SoundStore;
  readonly drawing: Drawing;
  readonly takes: TakesStore;
  readonly library: TakeLibrary;
  readonly queries: QueryClient;
  readonly client: SpeechClient;
  /**
   * What is known of a service by its name, of the chosen one where none is given; undefined until the page has heard
   * of any.
   */
  readonly config: (service?: string) => PlaygroundConfig | undefined;
  /** What the service is called that a request goes to now; undefined where there is one alone. */
  readonly serviceName: () => string | undefined;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** Where a tab keeps what is its own alone, until it is closed. */
  readonly tabStorage: StorageOptions;
  /** The one way from somebody's wish to hear something to a take. */
  readonly submit: SubmitStore;
  /** What was sent and never answered, where the job goes on all the same. */
  readonly orphanedRequests: OrphanedRequestsStore;
  readonly sentTasks: SentTasksStore;
  /** The voices' samples; fetched when somebody first looks for a voice. The same promise every time. */
  readonly samples: () => Promise<SamplesStore>;
  /** The task whose sound somebody waits for. */
  readonly awaited: ReturnType<typeof createAwaitedTask>;
  /** What looks after tasks, from the first call on; the same promise every time. */
  readonly tasks: () => Promise<TasksStore>;
}

/** Puts the page's state together. */
export function createPlayground(options: PlaygroundOptions): Playground {
  const { client, library } = options;
  const settings = createSettingsStore(options);
  const openedScript = settings.getState().script;
  const sound = createSoundOwner(settings);
  const drawing = createDrawing();
  const newId = createTakeIds(options.fillRandom);
  const queries = new QueryClient();
  const told = () => queries.getQueryData(configQuery(client).queryKey);
  const takes = createTakesStore({
    ...{ ...options, sound, drawing, config, historyOf: keepArrivals(options, options.wallClock) },
    sampleRate: () => settings.getState().sampleRate,
  });
  const sentTasks = createSentTasksStore(library, options.storage);
  const awaited = createAwaitedTask(options);
  const orphanedRequests = createOrphanedRequestsStore(takes, options.wallClock, options.storage);
  const submit = createSubmitStore({
    ...options,
    ...{ drawing, takes, sentTasks, orphanedRequests, origin, config, isUnlisted, agreeTo, whenConfigured },
    sendTask: async (made, signal) => (await tasks()).getState().send(made, signal),
  });
  let loading: Promise<TasksStore> | undefined;

  function config(service = settings.getState().service): PlaygroundConfig | undefined {
    const known = told();
    return known && configAt(known, service);
  }

  function serviceName(to?: string): string | undefined {
    const [known, { service }] = [told(), settings.getState()];
    // What a person chose holds before the page has heard which services there are.
    if (known === undefined) return to ?? service;
    return known.services && (to ?? configAt(known, service).name);
  }

  function origin(service?: string): TakeOrigin {
    const created = options.wallClock();
    const { multiplier } = settings.getState();
    return {
      id: newId(created),
      created,
      owner: library.self,
      config: config(service),
      serviceName: serviceName(service),
      multiplier,
    };
  }

  function whenConfigured(use: () => void): Promise<void> {
    return queries.fetchQuery(configQuery(client)).then(use, () => {
      const end = queries.getQueryCache().subscribe(() => {
        if (told() === undefined) return;
        end();
        use();
      });
    });
  }

  function isUnlisted(model: string, service?: string): boolean {
    const known = config(service);
    const list = queries.getQueryData(modelListQuery(client, serviceName(service)).queryKey);
    if (known === undefined || listingOf(list, model) !== "unlisted") return false;
    return settings.getState().agreed[connectionOf(known)]?.includes(model) !== true;
  }

  function agreeTo(model: string, service?: string): void {
    const known = config(service);
    if (known !== undefined) settings.getState().agree(connectionOf(known), model);
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
      import("../tasks/leadership.ts"),
    ]);
    return createTasksStore({
      ...options,
      takes,
      queries,
      config,
      leadership: options.leadership ?? createBrowserLeadership(library.self),
      onLine: isOnLine,
      loopback: isLoopback(location.hostname),
      isAwaited: awaited.isAwaited,
    });
  }

  let samples: Promise<SamplesStore> | undefined;
  return {
    ...{
      settings,
      openedScript,
      sound,
      drawing,
      takes,
      library,
      queries,
      client,
      config,
      serviceName: () => serviceName(),
      isUnlisted,
      agreeTo,
      tasks,
      submit,
      sentTasks,
      orphanedRequests,
      awaited,
      now: options.now,
      wallClock: options.wallClock,
    },
    tabStorage: { storage: options.tab, defer: options.defer, onLeave: options.onLeave },
    samples: () => {
      samples ??= loadSamples(options, sound).catch((error: unknown) => {
        samples = undefined;
        throw error;
      });
      return samples;
    },
  };
}

async function loadSamples(options: PlaygroundOptions, sound: SoundStore): Promise<SamplesStore> {
  const [{ createSamplesStore }, { createSampleCache }] = await Promise.all([
    import("../voices/samples.ts"),
    import("../voices/sample-cache.ts"),
  ]);
  return createSamplesStore({ ...options, sound, cache: options.sampleCache ?? createSampleCache() });
}
