import type { Localized } from "../../contract/language.ts";
import type { Check } from "../checks/check.ts";
import { type CoveredRule, covered } from "./covered.ts";
import { outOfSight } from "./out-of-sight.ts";
import { fieldRules } from "./rules-of-fields.ts";

/** A rule of the interface document: which checks cover it, by the beginnings of their ids, or why none can. */
type DocumentRule = CoveredRule | { readonly section: string; readonly rule: Localized; readonly reason: Localized };

/**
 * Every rule of the document, written down from it: those of the fields, of the routes, and those that no page can see.
 */
export const documentRules: readonly DocumentRule[] = [
  ...fieldRules,
  ...covered(
    "2.6",
    [
      "The task object has its id, object, time, status, model and progress.",
      "任务对象含 id、object、时间、status、model 和 progress。",
      "2.6/task-object",
    ],
    [
      "content_url and timestamps_url are addresses of the service itself.",
      "content_url 与 timestamps_url 为服务自身的地址。",
      "2.6/content-url",
    ],
    [
      "timestamps_url is there only where there are timestamps.",
      "仅在有时间戳时才有 timestamps_url。",
      "4/no-timestamps",
      "2.4/c-no-timestamps",
    ],
    ["Timestamps are JSON, by word or by sentence.", "时间戳为 JSON，按词或按句。", "4/timestamps", "2.3/b-timestamps"],
  ),
  ...covered("2.7", ["The model list is a list of models with ids.", "模型列表由带 id 的模型组成。", "2.7/model-list"]),
  ...covered("3", [
    "A task is queued, in_progress, completed or failed.",
    "任务状态为 queued、in_progress、completed 或 failed。",
    "3/task-life",
    "2.4/c-task-fails",
  ]),
  ...covered(
    "4",
    ["GET /v1/models lists the models.", "GET /v1/models 列出模型。", "2.7/model-list"],
    [
      "POST /v1/audio/speech answers with audio.",
      "POST /v1/audio/speech 返回音频。",
      "2.1/a-mp3",
      "2.3/b-stream",
      "2.4/c-wav-by-default",
    ],
    [
      "POST /v1/audio/speech/tasks makes a task, without stream and speech.",
      "POST /v1/audio/speech/tasks 创建任务，不含 stream 与 speech。",
      "2.6/task-object",
      "4/task-without-modes",
    ],
    [
      "A task can be read by its id, and only where there is one.",
      "可按 id 读取任务；不存在则没有。",
      "3/task-life",
      "4/unknown-task",
    ],
    ["A task's content is its audio, and supports Range.", "任务内容即音频，支持 Range。", "4/content"],
    ["HEAD tells of a task's content.", "HEAD 返回任务内容的信息。", "4/content-head"],
    [
      "The WebSocket takes one frame with five fields.",
      "WebSocket 接受含五个字段的一帧。",
      "4/socket-fields",
      "4/socket-missing",
      "4/socket-ranges",
      "4/socket-not-json",
    ],
    ["A synchronous Model C request waits for its job.", "模型 C 的同步请求等待作业完成。", "2.4/c-wav-by-default"],
    [
      "Model C has no MP3, speed, WebSocket or timestamps.",
      "模型 C 没有 MP3、语速、WebSocket 与时间戳。",
      "2.4/c-no-mp3",
      "2.4/c-no-speed",
      "4/socket-model-c",
      "2.4/c-no-timestamps",
    ],
  ),
  ...covered(
    "6",
    [
      "Binary frames come first, then progress, then complete, then the connection closes normally.",
      "先是二进制帧，然后 progress、complete，最后正常关闭连接。",
      "6/order",
    ],
    ["progress holds times of each word.", "progress 含每个词的时间。", "6/progress"],
  ),
  ...covered(
    "7",
    [
      "A failed request has the status of an error, and what it sends is no audio.",
      "失败的请求带有错误状态，返回的不是音频。",
      "7/error-status",
    ],
    ["A failed task says so.", "失败的任务会说明。", "2.4/c-task-fails"],
  ),
  ...covered(
    "8",
    ["Model B's speech mode takes 5,000 characters.", "模型 B 的整段模式上限为 5,000 个字符。", "8/speech-limit"],
    ["Model B's stream mode takes 1,000 characters.", "模型 B 的流式模式上限为 1,000 个字符。", "8/stream-limit"],
    ["A Model B task takes 500,000 characters.", "模型 B 的任务上限为 500,000 个字符。", "8/task-limit"],
    ["Model C takes 2,048 characters.", "模型 C 上限为 2,048 个字符。", "8/c-limit"],
    ["Characters are Unicode characters.", "字符按 Unicode 计。", "8/characters", "8/stream-limit-refused"],
  ),
  ...outOfSight,
];

/** The rules that have checks, in the order of the document. */
export const coveredRules: readonly CoveredRule[] = documentRules.flatMap((rule) => ("checks" in rule ? [rule] : []));

/** Whether a check is among those of a rule. */
export function belongsTo({ checks }: CoveredRule, { id }: Pick<Check, "id">): boolean {
  return checks.some((beginning) => id.startsWith(beginning));
}
