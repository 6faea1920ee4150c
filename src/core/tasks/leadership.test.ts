import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createScope } from "../../audio/base/scope.ts";
import { createChannels } from "../takes/library.fixture.ts";
import type { Locks } from "../takes/presence.ts";
import { createLeadership } from "./leadership.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Pages of one origin without locks. */
function pages(...names: string[]) {
  const channel = createChannels();
  return names.map((name) => {
    const scope = createScope();
    return { scope, leadership: createLeadership(name, undefined, channel(), scope) };
  });
}

const leaders = (all: ReturnType<typeof pages>) => all.map(({ leadership }) => leadership.getSnapshot());

test("without locks, one of the pages that were opened together leads", () => {
  const all = pages("c", "a", "b");
  vi.advanceTimersByTime(6_000);
  const chosen = leaders(all);
  expect(chosen.filter(Boolean)).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(leaders(all)).toEqual(chosen);
});

test("without locks, of two pages that lead the one with the lesser name stays", () => {
  const join = createChannels();
  const [a, b] = [join(), join()];
  let apart = true;
  const over = (channel: typeof a) => ({
    post: (message: unknown) => void (apart || channel.post(message)),
    listen: channel.listen,
  });
  const [one, other] = [over(a), over(b)].map((channel, at) =>
    createLeadership(at === 0 ? "z" : "y", undefined, channel, createScope()),
  );
  vi.advanceTimersByTime(6_000);
  expect([one?.getSnapshot(), other?.getSnapshot()]).toEqual([true, true]);
  apart = false;
  vi.advanceTimersByTime(20_000);
  expect([one?.getSnapshot(), other?.getSnapshot()]).toEqual([false, true]);
});

test("without locks, another page takes over when the one that leads has gone", () => {
  const all = pages("a", "b");
  vi.advanceTimersByTime(6_000);
  expect(leaders(all)).toEqual([true, false]);
  all[0]?.scope.dispose();
  expect(leaders(all)).toEqual([false, false]);
  vi.advanceTimersByTime(12_000);
  expect(leaders(all)).toEqual([false, true]);
});

test("with locks, the holder leads, and the next one when it lets go", async () => {
  vi.useRealTimers();
  const waiting: (() => Promise<unknown> | undefined)[] = [];
  let held = false;
  const next = async (): Promise<void> => {
    if (held) return;
    const ask = waiting.shift();
    if (ask === undefined) return;
    held = true;
    await ask();
    held = false;
    await next();
  };
  const locks = {
    request: async (_: string, ask: () => Promise<unknown> | undefined) => {
      waiting.push(ask);
      await next();
    },
  } as Pick<LockManager, "request"> satisfies Locks;
  const channel = createChannels();
  const [first, second] = [createScope(), createScope()];
  const one = createLeadership("one", locks, channel(), first);
  const two = createLeadership("two", locks, channel(), second);
  expect([one.getSnapshot(), two.getSnapshot()]).toEqual([true, false]);
  first.dispose();
  await expect.poll(() => [one.getSnapshot(), two.getSnapshot()]).toEqual([false, true]);
});

test("with locks, a page in front takes the lead from one that is frozen, which waits for its turn then", async () => {
  vi.useRealTimers();
  const waiting: (() => Promise<unknown> | undefined)[] = [];
  let endHolder: ((error: unknown) => void) | undefined;
  const grant = (ask: () => Promise<unknown> | undefined) => {
    endHolder?.(new DOMException("It was stolen.", "AbortError"));
    return new Promise((_, reject) => {
      endHolder = reject;
      ask();
    });
  };
  const locks = {
    request: (_: string, ...rest: unknown[]) => {
      const ask = rest.at(-1) as () => Promise<unknown> | undefined;
      if (rest.length > 1 || endHolder === undefined) return grant(ask);
      waiting.push(ask);
      return new Promise(() => {});
    },
  } as Pick<LockManager, "request"> satisfies Locks;
  const channel = createChannels();
  let isInFront = false;
  const lead = (name: string) => createLeadership(name, locks, channel(), createScope(), () => isInFront);
  const [one, two] = [lead("one"), lead("two")];
  const both = () => [one.getSnapshot(), two.getSnapshot()];
  two.takeOver?.();
  expect([both(), waiting.length]).toEqual([[true, false], 1]);
  isInFront = true;
  two.takeOver?.();
  await expect.poll(both).toEqual([false, true]);
  expect(waiting).toHaveLength(2);
  one.takeOver?.();
  await expect.poll(both).toEqual([true, false]);
  // Each waits once at most.
  expect(waiting).toHaveLength(2);
});

test("where locks are refused, the page does it itself", async () => {
  const locks = { request: () => Promise.reject(new DOMException("no", "SecurityError")) };
  const leadership = createLeadership("one", locks, createChannels()(), createScope());
  await vi.advanceTimersByTimeAsync(0);
  expect(leadership.getSnapshot()).toBe(true);
});
