import { afterEach, expect, test, vi } from "vitest";
import { createScope } from "./scope.ts";

afterEach(() => {
  vi.useRealTimers();
});

test("what a scope owns is released once, last first", () => {
  const log: number[] = [];
  const scope = createScope();
  scope.own(() => log.push(1));
  const releaseSecond = scope.own(() => log.push(2));
  scope.own(() => log.push(3));
  releaseSecond();
  scope.dispose();
  scope.dispose();
  expect(log).toEqual([2, 3, 1]);
});

test("what comes after the end is released at once", () => {
  const log: string[] = [];
  const scope = createScope();
  scope.dispose();
  scope.own(() => log.push("late"));
  scope.listen(new EventTarget(), "x", () => log.push("never"));
  expect(log).toEqual(["late"]);
});

test("listeners and timers end with their scope", () => {
  vi.useFakeTimers();
  const log: string[] = [];
  const scope = createScope();
  const target = new EventTarget();
  scope.listen(target, "x", () => log.push("event"));
  scope.interval(() => log.push("tick"), 10);
  scope.timeout(() => log.push("timeout"), 15);
  scope.timeout(() => log.push("too late"), 25);
  target.dispatchEvent(new Event("x"));
  vi.advanceTimersByTime(20);
  scope.dispose();
  target.dispatchEvent(new Event("x"));
  vi.advanceTimersByTime(100);
  expect(log).toEqual(["event", "tick", "timeout", "tick"]);
  expect(vi.getTimerCount()).toBe(0);
});

test("an address is revoked with its scope, once", () => {
  const revoke = vi.spyOn(URL, "revokeObjectURL");
  const scope = createScope();
  const first = scope.objectUrl(new Blob(["a"]));
  const second = scope.objectUrl(new Blob(["b"]));
  first.release();
  scope.dispose();
  expect(revoke.mock.calls.flat()).toEqual([first.url, second.url]);
  revoke.mockRestore();
});
