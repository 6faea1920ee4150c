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

test("one operation at a time, in order", async () => {
  const log: string[] = [];
  const first = deferred();
  const queue = createOperationQueue(() => log.push("error"));
  queue.add(() => {
    log.push("opening");
    return first.promise.then(() => void log.push("open"));
  });
  queue.add(() => void log.push("append"));
  await Promise.resolve();
  expect(log).toEqual(["opening"]);
  first.resolve();
  await expect.poll(() => log).toEqual(["opening", "open", "append"]);
  queue.add(() => void log.push("end"));
  await expect.poll(() => log).toEqual(["opening", "open", "append", "end"]);
});

test("after an operation that fails nothing runs any more", async () => {
  const log: unknown[] = [];
  const failure = new Error("full");
  const queue = createOperationQueue((error) => log.push(error));
  queue.add(() => Promise.reject(failure));
  queue.add(() => void log.push("end"));
  await expect.poll(() => log).toEqual([failure]);
  queue.add(() => void log.push("later"));
  await Promise.resolve();
  expect(log).toEqual([failure]);
});

test("a disposed queue forgets what waits and is silent about what fails", async () => {
  const log: unknown[] = [];
  const running = deferred();
  const queue = createOperationQueue((error) => log.push(error));
  queue.add(() => running.promise);
  queue.add(() => void log.push("end"));
  queue.dispose();
  running.reject(new Error("too late"));
  await running.promise.catch(() => undefined);
  await Promise.resolve();
  expect(log).toEqual([]);
});
