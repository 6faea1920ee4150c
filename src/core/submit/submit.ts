import { createStore, type StoreApi } from "zustand/vanilla";
import { NotSentError } from "../../api/errors.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
import { isAtEndpoint } from "../../contract/routes.ts";
import { alone } from "../page/alone.ts";
import type { Drawing } from "../page/drawing.ts";
import { inTime, settledOnce } from "../page/wait.ts";
import { failureRecord } from "../takes/failure.ts";
import type { TakeLibrary } from "../takes/library.ts";
import type { Locks } from "../takes/presence.ts";
import { isSending, type TakeId, type TakeRow } from "../takes/take.ts";
import { serviceOf, type TakeOrigin, type WrittenDraft } from "../takes/take-draft.ts";
import { serviceOfRest } from "../takes/take-service.ts";
import type { TakesStore } from "../takes/takes.ts";
import { isAnswer, type OrphanedRequestsStore } from "./orphaned-requests.ts";
import { type Hurdle, type Known, type Question, questionBefore, questionOf } from "./questions.ts";
import { fingerprintOf } from "./request-fingerprint.ts";
import type { SentTasksStore } from "./sent-tasks.ts";
import { draftOf, resumedDraft, type Submission, submissionOfRest, submissionOfTake } from "./submission.ts";

/** Where somebody wants something spoken, and is asked about it: above the Speak button, on the stage, … */
export type Place = "page" | "stage" | "hand" | "takes";

/** Somebody wants something spoken. */
export interface Wish {
  readonly place: Place;
  /** What is to be sent as things stand: read at the press, and anew when a question was answered. */
  readonly read: () => Submission;
  /** Told what became of it, each time that it is tried. */
  readonly onOutcome?: (outcome: Outcome) => void;
}

/** What became of a wish. */
export type Outcome = { readonly kind: "sent"; readonly take: TakeRow } | Hurdle;

/** A wish that wasn't sent. */
export interface HeldWish {
  readonly wish: Wish;
  readonly hurdle: Hurdle;
}

/** The one way from somebody's wish to hear something to a take. */
export interface Submit {
  /** The latest wish, where something stands in its way; undefined once it is sent or withdrawn. */
  readonly held: HeldWish | undefined;
  /** The task that is being sent. As long as it is, nothing else is, so that a double click makes one. */
  readonly sending: { readonly id: TakeId; readonly stop: () => void } | undefined;
  /** Sends what a person wants, or holds it back. Call it inside a click or key: sound may only begin there. */
  submit(wish: Wish): void;
  /** Sends a held wish all the same, unless something else stands in its way. Call it inside a click or key. */
  agree(held: HeldWish): void;
  /** Forgets the held wish of a place. */
  withdraw(place: Place): void;
  /**
   * Sends a take of the library again, byte for byte, as a take of its own. Call it inside a person's click. What came
   * in by a file of an older version may name any address: only the documented one is asked. `gone` where what was sent
   * isn't known. `to` is the service that it goes to; the chosen one when absent.
   */
  repeat(
    id: TakeId,
    told: (outcome: Outcome | { readonly kind: "gone" | "undocumented_address" }) => void,
    to?: string,
  ): Promise<void>;
  /**
   * Sends what of a take in parts wasn't sent yet. Call it inside a person's click. `gone` where what was to be sent
   * isn't known, `elsewhere` where another page, or an earlier press, does it already.
   */
  goOn(
    id: TakeId,
    told: (outcome: Outcome | { readonly kind: "gone" | "elsewhere" }) => void,
    place?: Place,
  ): Promise<void>;
  /** Writes a submission down that is sent without being heard. Send it once `written` is settled. */
  write(submission: Submission): WrittenDraft;
  /**
   * Sends what is written down as a task, which the ordinary watch over tasks looks after. Resolves with whether it
   * could leave: where it couldn't, the take says so.
   */
  sendAsTask(made: WrittenDraft, signal: AbortSignal): Promise<boolean>;
}

export type SubmitStore = StoreApi<Submit>;

export interface SubmitOptions {
  readonly library: TakeLibrary;
  readonly drawing: Pick<Drawing, "hold">;
  readonly takes: Pick<TakesStore, "getState">;
  /** Sends a submission as a task. Rejects only where the part of the page that does so doesn't come. */
  readonly sendTask: (made: WrittenDraft, signal: AbortSignal) => Promise<void>;
  readonly sentTasks: SentTasksStore;
  readonly orphanedRequests: OrphanedRequestsStore;
  /** The origin of a take that is made now, and goes to a service by its name. */
  readonly origin: (service: string | undefined) => TakeOrigin;
  readonly config: (service?: string) => PlaygroundConfig | undefined;
  /** Whether a service is known not to list a model, and nobody has said yet that it is to be used all the same. */
  readonly isUnlisted: (model: string, service: string | undefined) => boolean;
  /** Notes that a model is to be used at a service all the same. */
  readonly agreeTo: (model: string, service: string | undefined) => void;
  /**
   * Calls `use` once, as soon as the page learns which services there are. Resolves then, or when it couldn't learn
   * that at first.
   */
  readonly whenConfigured: (use: () => void) => Promise<void>;
  /** Unix time in milliseconds. */
  readonly wallClock: () => number;
  /**
   * How long a request waits for the storage to write it down, in milliseconds; a quarter of a second when absent.
   * Writing takes some five; a storage that takes longer than this works from memory, and the sound is not held up for
   * it.
   */
  readonly writingPatience?: number;
  /** The locks of the origin; undefined where there are none: then two tabs may go on with one take. */
  readonly locks?: Locks | undefined;
}

/** A store that holds no wish. */
export function createSubmitStore(options: SubmitOptions): SubmitStore {
  const {
    library,
    drawing,
    takes,
    sentTasks,
    orphanedRequests,
    origin,
    config,
    isUnlisted,
    agreeTo,
    writingPatience = 250,
    locks,
  } = options;

  return createStore<Submit>()((set, get, { subscribe }) => {
    function submit(wish: Wish, answered?: Question["kind"]): void {
      const submission = wish.read();
      const hurdle = hurdleBefore(submission, answered);
      set({ held: hurdle && { wish, hurdle } });
      const outcome: Outcome = hurdle ?? { kind: "sent", take: send(submission, wish.place !== "stage") };
      wish.onOutcome?.(outcome);
    }

    /** @param keeps whether what sounds in the player comes back where no sound comes; the stage goes on without. */
    function send(submission: Submission, keeps: boolean): TakeRow {
      const isTask = submission.request.endpoint === "tasks";
      if (!isTask) drawing.hold();
      const made = write(submission, writingPatience);
      if (isTask) sendTask(made, keeps).finally(() => set({ sending: undefined }));
      else takes.getState().listen(made, keeps);
      return made.draft.row;
    }

    function hurdleBefore(submission: Submission, answered?: Question["kind"]): Hurdle | undefined {
      const { source, model, row } = submission;
      const obstacle = source.kind === "form" ? source.obstacle : undefined;
      if (obstacle !== undefined) return { kind: "obstacle", obstacle, characters: row.characters };
      const known: Known = {
        config: config(submission.to),
        isUnlisted: isUnlisted(model.id, submission.to),
        findTask: sentTasks.getState().find,
        findOrphan: orphanedRequests.getState().find,
      };
      // A second press while a task is on its way would make a second task.
      return (
        questionBefore(submission, known, answered) ?? (get().sending === undefined ? undefined : { kind: "busy" })
      );
    }

    function write(submission: Submission, patience?: number): WrittenDraft {
      const { source } = submission;
      if (source.kind === "rest") {
        const draft = resumedDraft(source.take, source.details, origin(submission.to));
        const { row, details } = draft;
        return {
          draft,
          written: inTime(library.update(row.id, row, { parts: details.parts, error: undefined }), patience),
        };
      }
      const draft = draftOf(submission, origin(submission.to));
      const { row, details } = draft;
      const begun = inTime(library.begin(row, details), patience);
      if (row.service !== undefined) return { draft, written: begun };
      // Wanted before the page has heard where it goes: what was chosen may be gone, and the usual one takes its place.
      const told = options.whenConfigured(() => void library.update(row.id, serviceOf(config(row.serviceName))));
      return {
        draft,
        written: row.serviceName === undefined ? begun : Promise.all([begun, told]).then(() => undefined),
      };
    }

    /** The answer isn't sound, but a task: nothing changes in the player before that is done. */
    async function sendTask(made: WrittenDraft, keeps: boolean): Promise<void> {
      const { row, request } = made.draft;
      const controller = new AbortController();
      set({ sending: { id: row.id, stop: () => controller.abort() } });
      const fingerprint = fingerprintOf(request, row.serviceName);
      sentTasks.getState().add(row.id, fingerprint);
      const end = orphanedRequests.getState().begin(fingerprint);
      if (!(await sendAsTask(made, controller.signal)))
        takes.getState().open(row.id, { play: false, unasked: true, keeps });
      end(isTaskAnswered(library.row(row.id)));
    }

    async function sendAsTask(made: WrittenDraft, signal: AbortSignal): Promise<boolean> {
      try {
        await options.sendTask(made, signal);
        return true;
      } catch (error) {
        const { row, model } = made.draft;
        const circumstances = { onLine: navigator.onLine, time: options.wallClock() };
        const { failure, stored } = failureRecord(new NotSentError(error), model, circumstances);
        library.update(row.id, { owner: undefined, status: "failed", failure }, { error: stored });
        return false;
      }
    }

    return {
      held: undefined,
      sending: undefined,
      submit: (wish) => submit(wish),
      agree({ wish, hurdle }) {
        if (hurdle.kind === "unlisted") agreeTo(hurdle.model.id, hurdle.service);
        submit(wish, questionOf(hurdle)?.kind);
      },
      withdraw(place) {
        if (get().held?.wish.place === place) set({ held: undefined });
      },
      async repeat(id, told, to) {
        const details = await library.details(id);
        const row = library.row(id);
        if (row === undefined || details === undefined) told({ kind: "gone" });
        else if (!isAtEndpoint(details.request)) told({ kind: "undocumented_address" });
        else submit({ place: "takes", read: () => ({ ...submissionOfTake(row, details), to }), onOutcome: told });
      },
      async goOn(id, told, place = "takes") {
        const isFree = await alone(locks, `take ${id}`, async () => {
          const details = await library.details(id);
          // A take has its service, whatever that is called by now.
          if (config() === undefined) await options.whenConfigured(() => undefined);
          const row = library.row(id);
          if (row?.deleted !== undefined || row === undefined || details?.parts === undefined)
            return told({ kind: "gone" });
          // Another page has come to its end, of which this one hasn't heard yet.
          if (details.parts.every(({ state }) => state === "done")) return;
          const wish: Wish = {
            place,
            // As it is now: it may have been renamed while the question stood.
            read: () => submissionOfRest(library.row(id) ?? row, details, serviceOfRest(row, config())),
            onOutcome: told,
          };
          submit(wish);
          const { held } = get();
          // What no question is asked about would be held for good: a person presses once more.
          if (held?.wish === wish && questionOf(held.hurdle) === undefined) set({ held: undefined });
          // What is deleted meanwhile isn't sent: it would be paid for, and kept nowhere.
          const isGone = () => library.row(id)?.deleted !== undefined || library.row(id) === undefined;
          const forget = library.subscribe(() => {
            if (isGone() && get().held?.wish === wish) set({ held: undefined });
          });
          // The question before it is answered, and nothing of it is under way any more.
          await settledOnce({ subscribe }, () => get().held?.wish !== wish);
          forget();
          await settledOnce(library, () => !isSending(library.row(id) ?? { status: "stopped" }));
        });
        if (!isFree) told({ kind: "elsewhere" });
      },
      write: (submission) => write(submission),
      sendAsTask,
    };
  });
}

/** Whether it is known what became of a task's request: the service has taken it, or nothing was sent or begun. */
function isTaskAnswered(row: TakeRow | undefined): boolean {
  if (row === undefined || row.task !== undefined || row.unsent === true) return true;
  return row.failure !== undefined && isAnswer({ ...row.failure, status: row.httpStatus });
}
