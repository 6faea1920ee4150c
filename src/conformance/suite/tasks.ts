import type { Check } from "../checks/check.ts";
import type { Expectation } from "../checks/expectation.ts";
import {
  asLongAs,
  beyond,
  check,
  codec,
  control,
  figure,
  header,
  json,
  made,
  makeTask,
  modelB,
  ownCheck,
  read,
  refused,
  soundFile,
  speak,
  spoken,
  status,
  step,
} from "./build.ts";

const task = "/v1/audio/speech/tasks/{{task}}";
const noTask = "/v1/audio/speech/tasks/task_nosuchtask";
const making = { ...step("made", makeTask(modelB()), ...made()), take: { task: "id" } };
/** The last of the looks at a task, which is looked at until it has ended. */
const ended = (...expect: readonly Expectation[]) => ({
  ...step("done", read(task), ...expect),
  until: { path: "status", values: ["completed", "failed"] },
});
const done = ended(status(200), json("status", { is: "completed" }));
const makingC = {
  ...step("made", makeTask({ model: "refvoice-2", input: "Good morning.", voice: "{{reference}}" }), ...made()),
  take: { task: "id" },
};
const doneC = { ...done, take: { content: "content_url" } };

/** A part of the sound that the step `whole` brought. */
const part = (from: number, to?: number): Expectation => ({ kind: "part", step: "whole", from, to });

/** Which states follow each other isn't documented (section 3). */
const life: readonly Expectation[] = [{ kind: "life" }, beyond({ kind: "life", forward: true } satisfies Expectation)];

/** Unix time in seconds has ten digits until the year 2286. */
const seconds = "^[1-9]\\d{9}$";
const overHttp = control("over HTTP", speak(modelB()), status(200), codec("mp3"));

/** Tasks: sections 2.6, 3 and 4. */
export const taskChecks: readonly Check[] = [
  check(
    "2.6/task-object",
    "A new task has an id beginning with task_, is an audio.speech of its model, and says when it was made.",
    "新任务的 id 以 task_ 开头，object 为 audio.speech，带有模型和创建时间。",
    step(
      "made",
      makeTask(modelB()),
      ...made(),
      beyond(header("content-type", "^application/json")),
      json("id", { matches: "^task_.+" }),
      json("object", { is: "audio.speech" }),
      json("created_at", { type: "integer", matches: seconds }),
      json("model", { is: "streamspeech-v8" }),
      json("status", { is: "queued" }),
      json("progress", { is: 0 }),
    ),
  ),
  check(
    "3/task-life",
    "A task goes from queued to completed, with progress 100 at the end.",
    "任务从 queued 进行到 completed，结束时 progress 为 100。",
    { ...step("made", makeTask(modelB()), ...made(), json("status", { is: "queued" })), take: { task: "id" } },
    step("meanwhile", read(task), status(200), json("status", { matches: "^(queued|in_progress|completed)$" })),
    ended(
      status(200),
      json("id", { is: "{{task}}" }),
      json("status", { is: "completed" }),
      json("progress", { is: 100 }),
      ...life,
    ),
    step("afterwards", read(task), status(200), json("status", { is: "completed" }), ...life),
  ),
  check(
    "2.6/content-url",
    "A completed task names its audio, and its timestamps where it has any, at the service's own address.",
    "已完成的任务给出位于服务自身地址的音频地址；有时间戳时，其地址亦然。",
    making,
    ended(
      json("content_url", { matches: `^{{base}}${task}/content(\\?.*)?$` }),
      json("timestamps_url", { matches: `^{{base}}${task}/timestamps$`, optional: true }),
    ),
  ),
  check(
    "4/content",
    "The content of a completed task is its audio: MP3 for Model B.",
    "已完成任务的内容即其音频：模型 B 为 MP3。",
    making,
    done,
    overHttp,
    step(
      "content",
      read(`${task}/content`),
      ...soundFile("mp3"),
      figure("duration", 0.2, 60),
      ...spoken(),
      asLongAs("over HTTP"),
    ),
  ),
  check(
    "4/content-wav",
    "The content of a completed Model C task is WAV, at the address that it names.",
    "已完成的模型 C 任务的内容为 WAV，位于其给出的地址。",
    makingC,
    doneC,
    step("content", read(`${task}/content{{content?}}`), ...soundFile("wav"), ...spoken(), figure("duration", 0.2, 60)),
  ),
  check(
    "4/content-head",
    "HEAD on a task's content tells of the file without sending it.",
    "对任务内容使用 HEAD 只返回文件信息，不返回文件。",
    making,
    done,
    step("content", read(`${task}/content`), status(200)),
    step(
      "head",
      { transport: "http", method: "HEAD", path: `${task}/content` },
      status(200),
      beyond(header("content-length", "^[1-9]\\d*$")),
      beyond(header("accept-ranges", "^bytes$")),
      beyond(header("content-type", "^audio/")),
      { kind: "head", step: "content" },
      figure("bytes", 0, 0),
    ),
  ),
  check(
    "4/content-range",
    "A task's content can be had in parts, by Range.",
    "可用 Range 分段获取任务内容。",
    making,
    done,
    step("whole", read(`${task}/content`), status(200), figure("bytes", 6_000)),
    step("beginning", read(`${task}/content`, "bytes=0-99"), status(206), part(0, 100)),
    step("middle", read(`${task}/content`, "bytes=5000-5249"), status(206), part(5_000, 5_250)),
    step("end", read(`${task}/content`, "bytes=-50"), beyond(status(206)), beyond(part(-50))),
    step("all from the start", read(`${task}/content`, "bytes=0-"), status(206), part(0)),
    step("beyond the end", read(`${task}/content`, "bytes=999999999-"), status(416)),
  ),
  check(
    "4/timestamps",
    "A task with timestamps answers with them as JSON.",
    "带时间戳的任务以 JSON 返回时间戳。",
    making,
    done,
    step("content", read(`${task}/content`), status(200), codec("mp3")),
    step(
      "timestamps",
      read(`${task}/timestamps`),
      status(200),
      beyond(header("content-type", "^application/json")),
      json("", {}),
      { kind: "times", granularity: "sentence", sound: "content" },
      beyond({ kind: "times", granularity: "sentence", sound: "content", unit: "seconds" } satisfies Expectation),
    ),
  ),
  check(
    "4/no-timestamps",
    "A task without timestamps has none to be fetched, and names no address for them.",
    "没有时间戳的任务无法获取时间戳，也不给出其地址。",
    makingC,
    ended(json("status", { is: "completed" }), json("timestamps_url", { absent: true })),
    step("timestamps", read(`${task}/timestamps`), ...refused({ status: 404, code: "timestamps_not_found" })),
  ),
  check(
    "4/unknown-task",
    "There is nothing at the id of a task that doesn't exist.",
    "不存在的任务 id 处什么也没有。",
    step("task", read(noTask), ...refused({ status: 404, code: "task_not_found" })),
    step("content", read(`${noTask}/content`), ...refused({ status: 404, code: "task_not_found" })),
    step("timestamps", read(`${noTask}/timestamps`), ...refused({ status: 404, code: "task_not_found" })),
  ),
  ownCheck(
    "4/task-without-modes",
    "The embedded service takes neither stream nor speech in a task.",
    "内置服务的任务不接受 stream 与 speech。",
    step("stream", makeTask(modelB({ stream: true })), ...refused({ param: "stream", code: "not_applicable" })),
    step("speech", makeTask(modelB({ speech: true })), ...refused({ param: "speech", code: "not_applicable" })),
  ),
  check(
    "4/task-of-model-a",
    "Model A has no tasks.",
    "模型 A 没有任务。",
    step(
      "request",
      makeTask({ model: "cloud-tts", input: "Hello.", voice: "en-US-AriaNeural" }),
      ...refused({ param: "model", code: "not_applicable" }),
    ),
  ),
  ownCheck(
    "5/signature",
    "The embedded service signs the address of a Model C task's audio, and refuses a changed signature.",
    "内置服务为模型 C 任务的音频地址签名，并拒绝被改动的签名。",
    makingC,
    { ...doneC, expect: [...doneC.expect, json("content_url", { matches: "[?&]signature=" })] },
    step("as it was given", read(`${task}/content{{content?}}`), status(200), codec("wav")),
    step("changed", read(`${task}/content{{content?}}0`), ...refused({ status: 403, type: "permission_error" })),
  ),
  ownCheck(
    "8/duration-seconds",
    "The embedded service tells the audio's length in a completed task, by which Model C is settled.",
    "内置服务在已完成的任务中给出音频长度，模型 C 据此结算。",
    makingC,
    ended(json("duration_seconds", { type: "number" }), json("duration_seconds", { matches: "^[0-9.]+$" })),
  ),
];
