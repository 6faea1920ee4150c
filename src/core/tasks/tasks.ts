import { createStore, type StoreApi } from "zustand/vanilla";
import { NotSentError } from "../../api/errors.ts";
import { createScope } from "../../audio/base/scope.ts";
import { isUnderWay } from "../../audio/session/session-state.ts";
import { failureRecord } from "../takes/failure.ts";
import { isTaskUnderWay, type Take, type TakeDetailsPatch, type TakeId, type TakePatch } from "../takes/take.ts";
import type { WrittenDraft } from "../takes/take-draft.ts";
import { createTakeLog, wasSent } from "../takes/take-log.ts";
import type { TakesStore } from "../takes/takes.ts";
import { pollDelay } from "./poll-delay.ts";
import { createTaskWatch, type TaskWatchOptions, taskPart } from "./watch.ts";

/** What is known of tasks on this page beyond their takes in the library. */
export interface Tasks {
  /** How many bytes of the audio of finished tasks came so far. */
  readonly fetching: ReadonlyMap<TakeId, number>;
  /** The task of this page that ended last, well or not, until its sound is heard or a person has seen to it. */
  readonly ended: { readonly id: TakeId; readonly status: "complete" | "failed" } | undefined;
  /**
   * Sends a submission as a task. Never rejects: what goes wrong stands in the take. Where `signal` ends it, the
   * service may have taken the task all the same.
   */
  send(made: WrittenDraft, signal: AbortSignal): Promise<void>;
  /** Asks for a task now. */
  look(id: TakeId): Promise<void>;
  /** A person knows of the task that ended last. */
  dismissEnd(): void;
  dispose(): void;
}

export type TasksStore = StoreApi<Tasks>;

export interface TasksOptions extends Omit<TaskWatchOptions, "onFetching"> {
  readonly takes: TakesStore;
  /** Milliseconds on a steady clock. */
  readonly now: () => number;
  /** Whether somebody waits for a task's sound, which then begins by itself. */
  readonly isAwaited: (id: TakeId) => boolean;
}

/** A store that looks after all tasks in the library from now on. */
export function createTasksStore(options: TasksOptions): TasksStore {
  const { client, takes, library, now, wallClock, onLine, isAwaited } = options;
  const scope = createScope();
  /** What was sent from this page, or was under way when it was opened, and hasn't ended. */
  const mine = new Set<TakeId>();
  let loaded = false;
  let leavePlayer = () => {};
  scope.own(() => leavePlayer());

  return createStore<Tasks>()((set, get) => {
    const watch = createTaskWatch({
      ...options,
      onFetching(id, bytes) {
        const fetching = new Map(get().fetching);
        if (bytes === undefined) fetching.delete(id);
        else fetching.set(id, bytes);
        set({ fetching });
      },
    });
    scope.own(() => watch.dispose());
    scope.own(library.subscribe(lookForEnds));
    lookForEnds();
    listenTo(takes.getState().current);
    scope.own(
      takes.subscribe(({ current }, before) => {
        if (current === before.current) return;
        listenTo(current);
        if (current !== undefined) endWhenHeard(current);
      }),
    );

    function tellEnd(ended: NonNullable<Tasks["ended"]>): void {
      set({ ended });
      const { current } = takes.getState();
      if (current !== undefined) endWhenHeard(current);
    }

    function listenTo(take: Take | undefined): void {
      leavePlayer();
      leavePlayer = take?.session.subscribe(() => endWhenHeard(take)) ?? (() => {});
    }

    /** That a task is done is no news any more once its sound plays, whoever made it play. */
    function endWhenHeard({ id, session }: Take): void {
      if (get().ended?.id === id && session.getSnapshot().state.playback.status === "playing") get().dismissEnd();
    }

    function lookForEnds(): void {
      const { rows, loaded: isLoaded } = library.getSnapshot();
      if (isLoaded && !loaded) {
        loaded = true;
        for (const { id, status } of rows) if (status === "waiting") mine.add(id);
      }
      for (const id of mine) {
        const row = library.row(id);
        if (row !== undefined && isTaskUnderWay(row)) continue;
        mine.delete(id);
        if (row === undefined || row.deleted !== undefined) continue;
        if (row.status !== "complete" && row.status !== "failed") continue;
        const { status } = row;
        // Put where it can be heard, unless something else is being heard there, be it that it was paused; only then is
        // it told, and what failed once.
        const play = status === "complete" && isAwaited(id);
        const placed = isListenedTo(takes.getState().current)
          ? Promise.resolve(false)
          : takes.getState().open(id, { play, unasked: true, keeps: status === "failed" });
        const tell = () => tellEnd({ id, status });
        // Whoever hears it needn't be told.
        placed.then((isPlaced) => (isPlaced && play ? undefined : tell()), tell);
      }
    }

    async function send({ draft: { row, model, request }, written }: WrittenDraft, signal: AbortSignal): Promise<void> {
      const { id } = row;
      const log = createTakeLog(now());
      let headers: TakeDetailsPatch["headers"];
      let answer: TakeDetailsPatch["answer"];
      let httpStatus: number | undefined;
      const note = (patch: TakePatch, details: TakeDetailsPatch = {}) =>
        library.update(id, { owner: undefined, httpStatus, ...patch }, { headers, log: log.getSnapshot(), ...details });
      try {
        await written;
        const tasks = await client.tasks((library.row(id) ?? row).serviceName).catch((cause: unknown) => {
          throw new NotSentError(cause);
        });
        const task = await tasks.create(
          {
            path: request.path,
            body: request.body,
            observe(event) {
              log.append(event);
              if (event.type === "body") {
                const { text, bytes, truncated } = event;
                answer = { text, truncated, ...(bytes === undefined ? {} : { bytes }) };
              }
              if (event.type !== "headers") return;
              headers = event.headers.map(([name, value]) => [name, value]);
              httpStatus = event.status;
            },
          },
          signal,
        );
        mine.add(id);
        const delay = pollDelay({ age: 0, status: "queued", failures: 0 }) ?? 0;
        const part = { ...taskPart(task), nextPoll: wallClock() + delay };
        note({ status: "waiting", task: part }, { task: { object: task.raw }, answer });
      } catch (error) {
        if (signal.aborted) {
          note({ status: "stopped", ...(wasSent(log.getSnapshot()) ? {} : { unsent: true }) });
          return;
        }
        const { failure, stored } = failureRecord(error, model, { onLine: onLine(), time: wallClock() });
        note({ status: "failed", failure }, { error: stored });
        // Where failures are shown.
        takes.getState().open(id, { play: false, unasked: true, keeps: true });
      }
    }

    return {
      fetching: new Map(),
      ended: undefined,
      send,
      look: (id) => watch.look(id),
      dismissEnd: () => set({ ended: undefined }),
      dispose: () => scope.dispose(),
    };
  });
}

/** Whether somebody listens to a take, be it that they paused it: its place would be lost. */
function isListenedTo(take: Take | undefined): boolean {
  if (take === undefined) return false;
  const { state } = take.session.getSnapshot();
  const { status } = state.playback;
  return isUnderWay(state) || status === "playing" || (status === "paused" && take.session.position() > 0);
}
