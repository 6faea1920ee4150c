import type { JsonObject } from "../../../src/contract/json.ts";
import { onHttp, onJson, replaced, textBytes, withBytes, withStatus } from "../operations.ts";
import { any, places, where } from "../places.ts";
import { failurePage, listOf, type Mutation, mutation, mutationsAt } from "./mutation.ts";

const entries = (change: (entry: JsonObject, at: number) => object) =>
  onJson((body) => ({ ...body, data: listOf(body).map(change) }));

/** What is done to the model list. */
export const modelMutations = mutationsAt(
  "",
  places.models,
  ["2.7/model-list"],
  [
    ["models without ids", entries(({ id: _, ...rest }) => rest)],
    ["one model without an id", entries(({ id, ...rest }, at) => (at === 1 ? rest : { id, ...rest }))],
    ["models with numeric ids", entries((entry, at) => ({ ...entry, id: at + 1 }))],
    ["models with empty ids", entries((entry) => ({ ...entry, id: "" }))],
    ["models that are no models", entries((entry) => ({ ...entry, object: "engine" }))],
    ["a list that is none", onJson((body) => ({ ...body, object: "models" }))],
    ["models under other names", onJson((body) => ({ object: "list", data: { all: body["data"] } }))],
    ["a bare list of models", onHttp((http) => withBytes(http, textBytes('[{"id":"cloud-tts","object":"model"}]')))],
    ["a page in place of the models", replaced(failurePage, "text/html")],
    ["no models for a failure", withStatus(500)],
  ],
);

const field = (name: string, value: unknown) => onJson((body) => ({ ...body, [name]: value }));

/** What is done to the answer to a task's making. */
export const madeMutations: readonly Mutation[] = [
  mutation(
    "task: id without task_",
    places.made,
    onJson((body) => ({ ...body, id: String(body["id"]).slice(5) })),
    "2.6/task-object",
  ),
  mutation("task: id a number", places.made, field("id", 4_711), "2.6/task-object"),
  mutation(
    "task: without id",
    places.made,
    onJson(({ id: _, ...rest }) => rest),
    "2.6/task-object",
  ),
  mutation(
    "task: wrapped",
    places.made,
    onJson((body) => ({ data: body })),
    "2.6/task-object",
  ),
  mutation(
    "task: created_at in milliseconds",
    any(places.made, places.task),
    onJson((body) => ({ ...body, created_at: Number(body["created_at"]) * 1_000 })),
    "2.6/task-object",
  ),
  mutation(
    "task: created_at as text",
    any(places.made, places.task),
    onJson((body) => ({ ...body, created_at: String(body["created_at"]) })),
    "2.6/task-object",
  ),
  mutation("task: another object", any(places.made, places.task), field("object", "task"), "2.6/task-object"),
  mutation("task: another model", any(places.made, places.task), field("model", "cloud-tts"), "2.6/task-object"),
  mutation(
    "task: completed when it is made",
    places.made,
    field("status", "completed"),
    "2.6/task-object",
    "3/task-life",
  ),
  mutation("task: begins with progress 100", places.made, field("progress", 100), "2.6/task-object", "3/task-life"),
  mutation(
    "task: begins without progress",
    places.made,
    onJson(({ progress: _, ...rest }) => rest),
    "2.6/task-object",
  ),
  mutation(
    "task: timestamps promised for Model C",
    where(any(places.made, places.task), () => true),
    onJson((body) => (body["model"] === "refvoice-2" ? { ...body, timestamps_url: "/t" } : body)),
    "2.4/c-no-timestamps",
    "4/no-timestamps",
  ),
];

/** The looks at a task, the last one of which is at its end. */
function looks(
  name: string,
  change: (done: JsonObject) => readonly JsonObject[],
  ...claims: [string, ...string[]]
): Mutation {
  return {
    name,
    place: places.task,
    distort: ({ answers }) => {
      const last = answers.at(-1);
      if (last?.kind !== "http") return answers;
      const done: JsonObject = JSON.parse(new TextDecoder().decode(last.bytes));
      return change(done).map((look) => withBytes(last, textBytes(JSON.stringify(look))));
    },
    claims,
  };
}

const busy = (done: JsonObject, progress: number, more: object = {}): JsonObject => {
  const { content_url: _, timestamps_url: __, ...rest } = done;
  return { ...rest, status: "in_progress", progress, ...more };
};
const life = "3/task-life";

/** What is done to the looks at a task. */
export const lookMutations: readonly Mutation[] = [
  looks("polls: progress 130", (done) => [busy(done, 130), done], life),
  looks("polls: progress -1", (done) => [busy(done, -1), done], life),
  looks("polls: progress of 12.5", (done) => [busy(done, 12.5), done], life),
  looks("polls: progress as text", (done) => [busy(done, 50, { progress: "50" }), done], life),
  looks("polls: progress falls", (done) => [busy(done, 60), busy(done, 30), done], life),
  looks("polls: completed with progress 99", (done) => [busy(done, 60), { ...done, progress: 99 }], life),
  looks("polls: completed, then queued", (done) => [busy(done, 50), done, busy(done, 0, { status: "queued" })], life),
  looks("polls: completed, then failed", (done) => [busy(done, 50), done, { ...done, status: "failed" }], life),
  looks(
    "polls: in progress, then queued",
    (done) => [busy(done, 50), busy(done, 50, { status: "queued" }), done],
    life,
  ),
  looks("polls: model changes", (done) => [busy(done, 50, { model: "refvoice-2" }), done], life),
  looks("polls: object changes", (done) => [busy(done, 50, { object: "task" }), done], life),
  looks("polls: id changes", (done) => [busy(done, 50, { id: "task_other" }), done], life),
  looks("polls: created_at changes", (done) => [busy(done, 50, { created_at: 1_700_000_000 }), done], life),
  looks("polls: a state of its own", (done) => [busy(done, 50, { status: "running" }), done], life),
  looks("polls: fails", (done) => [busy(done, 50), busy(done, 50, { status: "failed" })], life),
  looks("polls: succeeded for completed", (done) => [busy(done, 50), { ...done, status: "succeeded" }], life),
  looks(
    "task: content at a foreign address",
    (done) => [{ ...done, content_url: "https://storage.example/a.mp3" }],
    "2.6/content-url",
  ),
  looks(
    "task: content of another task",
    (done) => [{ ...done, content_url: String(done["content_url"]).replace(String(done["id"]), "task_other") }],
    "2.6/content-url",
  ),
  looks("task: no address of its content", ({ content_url: _, ...done }) => [done], "2.6/content-url"),
  looks(
    "task: timestamps at a foreign address",
    (done) => [{ ...done, timestamps_url: "https://storage.example/a.json" }],
    "2.6/content-url",
  ),
];
