import { pino } from "pino";
import { expect, test } from "vitest";
import { Refusal } from "../refusal.ts";
import { taskJobs } from "./task-jobs.ts";

type Tools = Parameters<typeof taskJobs>[0];

/** What is recorded of a task in whose middle an error is thrown, and what the log says. */
async function failWith(error: Error) {
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
      throw error;
    },
  } as unknown as Tools["segments"];
  const files = { remove: async () => undefined } as unknown as Tools["files"];
  const logger = pino({}, { write: (line) => lines.push(line) });
  const handlers = taskJobs({ store, segments, files, logger, metrics: undefined } as unknown as Tools);
  const signal = new AbortController().signal;
  const attempt = { key: "a", data: { task: "task_a" }, number: 1, signal, complete: async () => undefined };
  await handlers["speak_task"]?.run(attempt);
  return { failed, log: lines.join("") };
}

test("the log says why a task failed that can't be done", async () => {
  const { failed, log } = await failWith(new TypeError("a fault in the middle"));
  expect(failed).toEqual(["internal_error"]);
  expect(log).toContain("a fault in the middle");
});

test("of a refusal the log says its cause, and nothing of the text that its words quote", async () => {
  const cause = new Error("why");
  const { failed, log } = await failWith(new Refusal(400, "language_not_supported", "input holds “canary”", { cause }));
  expect(failed).toEqual(["language_not_supported"]);
  expect(log).toContain('"code":"language_not_supported","cause":"why"');
  expect(log).not.toContain("canary");
});
