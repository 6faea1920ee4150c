import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { AcceptedRequest } from "../accept.ts";
import { giveBack } from "../billing/give-back.ts";
import type { Ledger } from "../billing/ledger.ts";
import { ContentUnavailableError } from "../content/content-storage.ts";
import { type Claim, forgetIfFailed } from "../first-answers.ts";
import { Refusal } from "../refusal.ts";
import { keptFields } from "../spoken-as.ts";
import type { Storage } from "../storage/storage.ts";
import type { TaskFiles } from "../tasks/task-files.ts";
import type { Outcome, TaskRunner } from "../tasks/task-runner.ts";
import type { TaskStore } from "../tasks/task-store.ts";
import { atStop, type Cut, clientSignal, onceEnded } from "./client-signal.ts";

export interface JobTools extends Cut {
  readonly store: TaskStore;
  readonly ledger: Ledger;
  readonly storage: Storage;
  readonly files: TaskFiles;
  readonly runner: TaskRunner;
}

/**
 * Answers a synchronous request of a model whose requests are jobs (section 4, rule 1): waits until the job is done,
 * then sends its audio. A client that leaves cancels nothing, and the job is paid for like any other.
 */
export async function answerWithJob(
  request: FastifyRequest,
  reply: FastifyReply,
  accepted: AcceptedRequest,
  tools: JobTools,
  claim: Claim | undefined,
): Promise<FastifyReply> {
  const { store, ledger, storage, files, runner, cut } = tools;
  const { model, values, ignored } = accepted;
  // Nobody can ask for it a second time: the client never learns the job's id.
  const remove = (id: string): Promise<void> =>
    files
      .remove(id)
      .then(() => store.markRemoved(id))
      .catch((error: unknown) => request.log.error({ task: id, err: error }, "files remain"));
  /** Nobody will hear what was paid for. Returns whether it is given back already. */
  const undo = async (id: string): Promise<boolean> => {
    const isDone = await giveBack({ storage, ledger, log: request.log }, id);
    await remove(id);
    return isDone;
  };
  const signal = clientSignal(request, reply, cut);
  const {
    id,
    media_type: mediaType,
    bytes,
    spoken,
    sound,
  } = await forgetIfFailed(claim, async () => {
    const wanted = {
      caller: request.caller.id,
      model,
      endpoint: "speech" as const,
      text: String(values["text"]),
      body: request.body,
    };
    let ended: Promise<Outcome> | undefined;
    const undoLate = (job: string): void =>
      void ended?.then((late) => {
        if ("completed" in late) atStop(tools, undo(job));
      });
    let taken = "";
    const { id } = await store
      .create(wanted, async (task) => {
        taken = task.id;
        // With its key: a client that asks again, of whichever service, must not pay a second time.
        ended = runner.outcomeOf(task.id, claim);
      })
      .catch((error: unknown) => {
        // It may have been taken while the word of it got lost.
        undoLate(taken);
        throw error;
      });
    request.log.info({ model: model.id, task: id, ignored }, "synchronous job");
    // The job itself is ended, and given back, when the runner has stopped.
    const cutOff = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => cut.aborted && reject(cut.reason), { once: true });
    });
    runner.wake();
    const outcome = await Promise.race([ended ?? cutOff, cutOff]).catch((error: unknown) => {
      // It may still be done in the moment that the service has left.
      undoLate(id);
      throw error;
    });
    if ("completed" in outcome) {
      const { completed } = outcome;
      try {
        return { ...completed, sound: await openSound(files, id, completed.extension ?? "") };
      } catch (error) {
        request.log.error({ task: id, err: error }, "the sound of a finished job can't be read");
        throw (await undo(id)) ? error : withoutRetry(notGivenBackYet());
      }
    }
    throw withoutRetry((await store.find(id))?.status === "failed" ? outcome.failed : notGivenBackYet());
  });
  onceEnded(request, reply, signal, tools, async (wasCut) => {
    if (wasCut) return await undo(id);
    ledger.answered(id);
    return await remove(id);
  });
  return reply
    .header("content-type", mediaType)
    .header("content-length", bytes)
    .headers(keptFields(spoken))
    .header("cache-control", "no-store")
    .send(sound);
}

async function openSound(files: TaskFiles, id: string, extension: string): Promise<Readable> {
  try {
    const file = await files.open(id, extension);
    if (file === undefined) throw new Error("the audio of a finished job is missing");
    return await file.read();
  } catch (error) {
    if (!(error instanceof ContentUnavailableError)) throw error;
    const message = "The sound was made, but its storage can't be reached at present. Nothing was charged.";
    throw withoutRetry(new Refusal(503, "storage_unavailable", message, { cause: error }));
  }
}

/** What is answered where not even the failure could be written down: the ledger still has the charge. */
function notGivenBackYet(): Refusal {
  const message =
    "The service failed, and can't write down at present that this request costs nothing; the disk may be full. " +
    "It gives the charge back as soon as it can.";
  return new Refusal(500, "internal_error", message);
}

/** A failed job costs nothing, but the same request sent again by a library on its own would be a further job. */
function withoutRetry(refusal: Refusal): Refusal {
  if (refusal.status < 500) return refusal;
  const { status, code, message, param, headers, cause } = refusal;
  return new Refusal(status, code, message, { param, headers: { ...headers, "x-should-retry": "false" }, cause });
}
