import { pino } from "pino";
import { expect, test } from "vitest";
import { taskJobs } from "./task-jobs.ts";

type Tools = Parameters<typeof taskJobs>[0];

test("the log says why a task failed that can't be done", async () => {
  const lines: string[] = [];
  const failed: unknown[] = [];
  const store = {
    find: async () => ({ id: "task_a", model: "cloud-tts", endpoint: "speech", characters: 5, status: "queued" }),
    markRunning: async () => undefined,
    requestOf: async () => ({ model: "cloud-tts" }),
    fail: async (...record: unknown[]) => failed.push(record[1]),
  } as unknown as Tools["store"];
  const segments = {
    deliveryOf() {
      throw new TypeError("a fault in the middle");
    },
  } as unknown as Tools["segments"];
  const files = { remove: async () => undefined } as unknown as Tools["files"];
  const logger = pino({}, { write: (line) => lines.push(line) });
  const handlers = taskJobs({ store, segments, files, logger, metrics: undefined } as unknown as Tools);
  const signal = new AbortController().signal;
  const attempt = { key: "a", data: { task: "task_a" }, number: 1, signal, complete: async () => undefined };
  await handlers["speak_task"]?.run(attempt);
  expect(failed).toEqual(["internal_error"]);
  expect(lines.join("")).toContain("a fault in the middle");
});
