import { expect, test } from "vitest";
import { createOperationQueue } from "./operation-queue.ts";

function deferred(): { promise: Promise<void>; resolve: () => void; reject: (error: Error) => void } {
  let resolve = (): void => undefined;
  let reject = (_error: Error): void => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

test("one operation at a time, in order, and the queue can be read", async () => {
  const log: string[] = [];
  const first = deferred();
  const queue = createOperationQueue(() => log.push("error"));
  queue.add({ label: "open", run: () => first.promise.then(() => void log.push("open")) });
  queue.add({ label: "append", run: () => void log.push("append") });
  expect(queue.labels()).toEqual(["open", "append"]);
  first.resolve();
  await expect.poll(() => queue.labels()).toEqual([]);
  expect(log).toEqual(["open", "append"]);
  queue.add({ label: "end", run: () => void log.push("end") });
  await expect.poll(() => log).toEqual(["open", "append", "end"]);
});

test("an operation that fails is named, and nothing runs after it", async () => {
  const log: unknown[] = [];
  const failure = new Error("full");
  const queue = createOperationQueue((error, label) => log.push(label, error));
  queue.add({ label: "append", run: () => Promise.reject(failure) });
  queue.add({ label: "end", run: () => void log.push("end") });
  await expect.poll(() => log).toEqual(["append", failure]);
  queue.add({ label: "later", run: () => void log.push("later") });
  await Promise.resolve();
  expect(log).toEqual(["append", failure]);
});

test("a disposed queue forgets what waits and is silent about what fails", async () => {
  const log: unknown[] = [];
  const running = deferred();
  const queue = createOperationQueue((error) => log.push(error));
  queue.add({ label: "append", run: () => running.promise });
  queue.add({ label: "end", run: () => void log.push("end") });
  queue.dispose();
  running.reject(new Error("too late"));
  await running.promise.catch(() => undefined);
  await Promise.resolve();
  expect(log).toEqual([]);
  expect(queue.labels()).toEqual([]);
});
