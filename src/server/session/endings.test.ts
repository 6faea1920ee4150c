import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createEndings } from "./endings.ts";

const lifetime = 1_000;
const session = (openedAt: number) => ({ id: `opened at ${openedAt}`, openedAt });

beforeEach(() => {
  vi.useFakeTimers({ now: 100 });
});
afterEach(() => vi.useRealTimers());

test("a session is over once it was ended, or its time is", () => {
  const endings = createEndings({ lifetime, most: 10 });
  endings.end(session(10));
  expect([10, 11].map((at) => endings.isOver(session(at)))).toEqual([true, false]);
  vi.setSystemTime(1_010);
  expect([10, 11].map((at) => endings.isOver(session(at)))).toEqual([true, false]);
  vi.setSystemTime(1_011);
  expect(endings.isOver(session(11))).toBe(true);
});

test("a list that is full ends what is older than what it forgets, and never opens an ended session again", () => {
  const endings = createEndings({ lifetime, most: 3 });
  for (const openedAt of [50, 20, 70, 90, 60]) endings.end(session(openedAt));
  // 20 and 50 were forgotten.
  expect([19, 20, 50].map((at) => endings.isOver(session(at)))).toEqual([true, true, true]);
  expect([51, 65, 80, 95].map((at) => endings.isOver(session(at)))).toEqual([false, false, false, false]);
  expect([60, 70, 90].map((at) => endings.isOver(session(at)))).toEqual([true, true, true]);
});

test("what has run out makes room first, and ending a session twice takes no more", () => {
  const endings = createEndings({ lifetime, most: 3 });
  for (const openedAt of [10, 80, 90, 90, 80, 10]) endings.end(session(openedAt));
  expect(endings.isOver(session(70))).toBe(false);
  vi.setSystemTime(1_020);
  endings.end(session(1_000));
  expect(endings.isOver(session(70))).toBe(false);
  expect([80, 90, 1_000].map((at) => endings.isOver(session(at)))).toEqual([true, true, true]);
});

test("listeners hear of the end once: by hand, by time, or at once when it is over already", () => {
  const endings = createEndings({ lifetime, most: 3 });
  const heard: string[] = [];
  endings.onEnd(session(50), () => heard.push("by hand"));
  endings.onEnd(session(50), () => heard.push("another"));
  endings.onEnd(session(50), () => heard.push("taken away"))();
  endings.onEnd(session(60), () => heard.push("by time"));
  endings.end(session(50));
  endings.end(session(50));
  expect(heard.splice(0)).toEqual(["by hand", "another"]);
  endings.onEnd(session(50), () => heard.push("at once"));
  expect(heard.splice(0)).toEqual(["at once"]);
  vi.advanceTimersByTime(959);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(heard).toEqual(["by time"]);
  expect(vi.getTimerCount()).toBe(0);
});
