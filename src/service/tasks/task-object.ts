import { findModel } from "../../contract/models/index.ts";
import { taskPath } from "../../contract/routes.ts";
import type { ContentSigner } from "./content-signature.ts";
import { expiryOf } from "./expiry.ts";
import { runsAsJob } from "./job-models.ts";
import type { StoredTask } from "./task-reader.ts";

interface TaskObjectOptions {
  /** Where the client reached the service, such as `http://127.0.0.1:4180`. */
  readonly origin: string;
  /** Percent, while the task runs or waits to go on; where it failed, as a client was last told. */
  readonly progress: number;
  readonly signer: ContentSigner;
  readonly contentHours: number;
}

/** The task object of an answer (section 2.6). */
export function taskObject(task: StoredTask, options: TaskObjectOptions): Readonly<Record<string, unknown>> {
  const { id, status } = task;
  return {
    id,
    object: "audio.speech",
    created_at: task.created_at,
    status,
    model: task.model,
    progress: status === "completed" ? 100 : options.progress,
    ...(status === "completed" ? results(task, options) : {}),
    ...(status === "failed" ? { error: { code: task.error_code, message: task.error_message } } : {}),
  };
}

function results(task: StoredTask, { origin, signer, contentHours }: TaskObjectOptions) {
  const model = findModel(task.model);
  const expires = Math.floor(expiryOf(task, contentHours) / 1000);
  const query = model !== undefined && runsAsJob(model) ? signer.sign(task.id, expires) : "";
  return {
    duration_seconds: task.duration_seconds,
    content_url: `${origin}${taskPath("content", task.id)}${query}`,
    ...(task.granularity === null ? {} : { timestamps_url: `${origin}${taskPath("timestamps", task.id)}` }),
  };
}
