import type { FastifyReply, FastifyRequest } from "fastify";
import { taskIdPattern } from "../../contract/routes.ts";
import { acceptRequest } from "../accept.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import { Refusal } from "../refusal.ts";
import { checkSpeakable } from "../synthesis-refusal.ts";
import type { ContentSigner } from "../tasks/content-signature.ts";
import type { TaskFiles } from "../tasks/task-files.ts";
import { taskObject } from "../tasks/task-object.ts";
import type { TaskRunner } from "../tasks/task-runner.ts";
import type { StoredTask, TaskStore } from "../tasks/task-store.ts";

export interface TaskTools {
  readonly planners: SpeechPlanners;
  readonly store: TaskStore;
  readonly files: TaskFiles;
  readonly runner: TaskRunner;
  readonly signer: ContentSigner;
  readonly contentHours: number;
  /** The time in milliseconds. */
  readonly now: () => number;
}

/** `POST /v1/audio/speech/tasks` (section 4): takes a request and answers before any of it is spoken. */
export async function createTask(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: TaskTools,
): Promise<FastifyReply> {
  const { planners, store, runner } = tools;
  const accepted = acceptRequest(request.body, "tasks", request.caller, planners.speaks);
  planners.check(accepted);
  checkSpeakable(accepted);
  const { model, values, ignored } = accepted;
  const task = store.create({
    caller: request.caller.id,
    model,
    endpoint: "tasks",
    text: String(values["text"]),
    body: request.body,
  });
  request.log.info({ model: model.id, task: task.id, characters: task.characters, ignored }, "task taken");
  const answer = taskObject(task, { ...tools, origin: originOf(request), progress: 0 });
  runner.wake();
  return reply.header("cache-control", "no-store").send(answer);
}

/** `GET /v1/audio/speech/tasks/{task_id}`. */
export async function showTask(request: FastifyRequest, reply: FastifyReply, tools: TaskTools): Promise<FastifyReply> {
  const task = findOwnTask(request, tools.store);
  const hasEnded = task.status === "completed" || task.status === "failed";
  const progress = hasEnded ? 0 : tools.store.progressOf(task.id, tools.runner.progressOf(task.id));
  return reply
    .header("cache-control", "no-store")
    .send(taskObject(task, { ...tools, origin: originOf(request), progress }));
}

/**
 * The task that a path names, when the caller may see it.
 *
 * @throws Refusal 404 `task_not_found`: the same for a task that doesn't exist and for another key's.
 */
export function findOwnTask(request: FastifyRequest, store: TaskStore): StoredTask {
  const id = taskIdOf(request);
  const task = id === undefined ? undefined : store.find(id);
  const { caller } = request;
  if (task?.endpoint === "tasks" && (task.caller === caller.id || task.id === caller.signedTask)) return task;
  throw new Refusal(404, "task_not_found", "There is no such task.");
}

/** The task id of a path; undefined when it isn't one. */
export function taskIdOf({ params }: FastifyRequest): string | undefined {
  const id = typeof params === "object" && params !== null && "task_id" in params ? params.task_id : undefined;
  return typeof id === "string" && taskIdPattern.test(id) ? id : undefined;
}

/** Where the client reached the service, by its own Host header. */
function originOf({ protocol, host, socket }: FastifyRequest): string {
  const given = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host);
  return `${protocol}://${given ? host : `${socket.localAddress}:${socket.localPort}`}`;
}
