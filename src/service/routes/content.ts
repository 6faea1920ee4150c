import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../refusal.ts";
import { keptFields } from "../spoken-as.ts";
import { expiryOf } from "../tasks/expiry.ts";
import { timestampsExtension } from "../tasks/task-files.ts";
import type { StoredTask } from "../tasks/task-reader.ts";
import { type Representation, selectPart } from "./conditional.ts";
import { findOwnTask, type TaskTools } from "./tasks.ts";

/**
 * `GET` and `HEAD /v1/audio/speech/tasks/{task_id}/content` (section 4): the finished audio, whole or in part
 * (RFC 9110: one range; several that don't touch are answered with the whole).
 */
export async function sendContent(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: TaskTools,
): Promise<FastifyReply> {
  const task = await findOwnTask(request, tools.store);
  if (task.status !== "completed") {
    throw new Refusal(409, "task_not_completed", "The task has no content, because it is not completed.");
  }
  const { extension, bytes, media_type: mediaType, finished_at: finishedAt, spoken } = task;
  if (extension === null || bytes === null || mediaType === null || finishedAt === null) {
    throw new Error("a completed task without content");
  }
  // Content never changes once it is there, so its name and size identify every byte of it.
  const representation: Representation = {
    etag: `"${task.id}-${bytes}"`,
    lastModified: new Date(Math.floor(finishedAt / 1000) * 1000),
    size: bytes,
  };
  const file = await openUnexpired(task, extension, tools);
  try {
    reply
      .header("accept-ranges", "bytes")
      .header("etag", representation.etag)
      .header("last-modified", representation.lastModified.toUTCString())
      .header("cache-control", "private, no-cache")
      .header("x-content-type-options", "nosniff");
    const part = selectPart(request.method, request.headers, representation);
    if (part.status === 304) {
      await file.close();
      return reply.code(304).send();
    }
    if (request.method === "HEAD") await file.close();
    const body = request.method === "HEAD" ? undefined : await file.read(part.start, part.length);
    reply
      .code(part.status)
      .header("content-type", mediaType)
      .header("content-length", part.length)
      .headers(keptFields(spoken))
      .header("content-disposition", `inline; filename="${task.id}.${extension}"`);
    if (part.status === 206) reply.header("content-range", part.contentRange);
    return reply.send(body);
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** `GET /v1/audio/speech/tasks/{task_id}/timestamps` (sections 2.6 and 4). */
export async function sendTimestamps(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: TaskTools,
): Promise<FastifyReply> {
  const task = await findOwnTask(request, tools.store);
  if (task.granularity === null) {
    throw new Refusal(404, "timestamps_not_found", "The task has no timestamps.");
  }
  const file = await openUnexpired(task, timestampsExtension, tools);
  const document = await file.read();
  return reply.header("cache-control", "private, no-cache").type("application/json; charset=utf-8").send(document);
}

async function openUnexpired(task: StoredTask, extension: string, { files, contentHours, now }: TaskTools) {
  const expired = now() >= expiryOf(task, contentHours);
  const file = expired || task.stored === 0 ? undefined : await files.open(task.id, extension);
  if (file === undefined) {
    throw new Refusal(410, "content_expired", "The content of this task has expired and was removed.");
  }
  return file;
}
