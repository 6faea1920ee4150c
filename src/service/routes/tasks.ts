import type { FastifyReply, FastifyRequest } from "fastify";
import { taskIdPattern } from "../../contract/routes.ts";
import { acceptRequest } from "../accept.ts";
import { type FirstAnswers, forgetIfFailed } from "../first-answers.ts";
import type { SpeechPlanners } from "../plans/index.ts";
import { queryOf } from "../query.ts";
import { Refusal } from "../refusal.ts";
import type { Database } from "../storage/tables.ts";
import { checkSpeakable } from "../synthesis-refusal.ts";
import type { ContentSigner } from "../tasks/content-signature.ts";
import type { TaskFiles } from "../tasks/task-files.ts";
import { taskObject } from "../tasks/task-object.ts";
import type { StoredTask } from "../tasks/task-reader.ts";
import type { TaskRunner } from "../tasks/task-runner.ts";
import type { TaskStore } from "../tasks/task-store.ts";

export interface TaskTools {
  readonly planners: SpeechPlanners;
  readonly store: TaskStore;
  readonly files: TaskFiles;
  readonly runner: TaskRunner;
  readonly signer: ContentSigner;
  readonly answers: FirstAnswers;
  readonly contentHours: number;
  /** The address under which clients reach the service; the one that they used when undefined. */
  readonly publicUrl: string | undefined;
  /** The time in milliseconds. */
  readonly now: () => number;
}

/** `POST /v1/audio/speech/tasks` (section 4): takes a request and answers before any of it is spoken. */
export async function createTask(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: TaskTools,
): Promise<FastifyReply> {
  const { planners, store, runner, answers } = tools;
  const accepted = acceptRequest(request.body, "tasks", request.caller, planners.speaks);
  await planners.check(accepted);
  checkSpeakable(accepted);
  const claim = await answers.claim(request);
  if (claim?.first !== undefined) return sendTask(reply, claim.first);
  const { model, values, ignored } = accepted;
  const origin = originOf(request, tools);
  const answerOf = (task: StoredTask) => JSON.stringify(taskObject(task, { ...tools, origin, progress: 0 }));
  const wanted = {
    caller: request.caller.id,
    model,
    endpoint: "tasks" as const,
    text: String(values["text"]),
    body: request.body,
  };
  const settle = async (taken: StoredTask, within: Database) => claim?.settle(answerOf(taken), within);
  const task = await forgetIfFailed(claim, () => store.create(wanted, settle));
  request.log.info({ model: model.id, task: task.id, characters: task.characters, ignored }, "task taken");
  runner.wake();
  return sendTask(reply, answerOf(task));
}

/** `GET /v1/audio/speech/tasks/{task_id}`. */
export async function showTask(request: FastifyRequest, reply: FastifyReply, tools: TaskTools): Promise<FastifyReply> {
  const task = await findOwnTask(request, tools.store);
  return reply.header("cache-control", "no-store").send(await objectNow(task, originOf(request, tools), tools));
}

/** A task as it stands now. What it says of its progress is kept, so that no later answer says less. */
async function objectNow(task: StoredTask, origin: string, tools: TaskTools) {
  const hasEnded = task.status === "completed" || task.status === "failed";
  const progress = await tools.store.progressOf(task, hasEnded ? 0 : tools.runner.progressOf(task.id));
  return taskObject(task, { ...tools, origin, progress });
}

const longestPage = 100;

/**
 * `GET /v1/audio/speech/tasks`, which the document doesn't have: the caller's own tasks, newest first. `limit` is 1 to
 * 100, 20 when absent; `after` is the id of the last task of the page before.
 */
export async function listTasks(request: FastifyRequest, reply: FastifyReply, tools: TaskTools): Promise<FastifyReply> {
  const { limit = "20", after } = queryOf(request);
  const count = typeof limit === "string" && /^\d{1,3}$/.test(limit) ? Number(limit) : 0;
  if (count < 1 || count > longestPage) {
    const message = `limit must be a whole number from 1 to ${longestPage}.`;
    throw new Refusal(400, "out_of_range", message, { param: "limit" });
  }
  const { caller } = request;
  const last = typeof after === "string" && taskIdPattern.test(after) ? await tools.store.find(after) : undefined;
  if (after !== undefined && (last?.endpoint !== "tasks" || last.caller !== caller.id)) {
    throw new Refusal(400, "value_not_allowed", "after must be the id of one of your tasks.", { param: "after" });
  }
  const tasks = await tools.store.newest(caller.id, count + 1, last?.id);
  const origin = originOf(request, tools);
  const data = await Promise.all(tasks.slice(0, count).map((task) => objectNow(task, origin, tools)));
  return reply.header("cache-control", "no-store").send({ object: "list", data, has_more: tasks.length > count });
}

/**
 * The task that a path names, when the caller may see it.
 *
 * @throws Refusal 404 `task_not_found`: the same for a task that doesn't exist and for another key's.
 */
export async function findOwnTask(request: FastifyRequest, store: TaskStore): Promise<StoredTask> {
  const id = taskIdOf(request);
  const task = id === undefined ? undefined : await store.find(id);
  const { caller } = request;
  if (task?.endpoint === "tasks" && (task.caller === caller.id || task.id === caller.signedTask)) return task;
  throw new Refusal(404, "task_not_found", "There is no such task.");
}

/** The task id of a path; undefined when it isn't one. */
export function taskIdOf({ params }: FastifyRequest): string | undefined {
  const id = typeof params === "object" && params !== null && "task_id" in params ? params.task_id : undefined;
  return typeof id === "string" && taskIdPattern.test(id) ? id : undefined;
}

function sendTask(reply: FastifyReply, answer: string): FastifyReply {
  return reply.header("cache-control", "no-store").type("application/json; charset=utf-8").send(answer);
}

/** Where clients reach the service: as configured, else by the request's own Host header. */
function originOf({ protocol, host, socket }: FastifyRequest, { publicUrl }: Pick<TaskTools, "publicUrl">): string {
  if (publicUrl !== undefined) return publicUrl;
  const given = /^[\w.-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(host);
  return `${protocol}://${given ? host : `${socket.localAddress}:${socket.localPort}`}`;
}
