import { expect, it } from "vitest";
import { createAwaitedTask } from "./awaited.ts";

function open() {
  const page = { events: new EventTarget(), isInFront: true, time: 1_000 };
  const awaited = createAwaitedTask({ wallClock: () => page.time, page: () => page });
  return { page, awaited };
}

it("who does nothing but wait waits, for half a minute", () => {
  const { page, awaited } = open();
  expect(awaited.isAwaited("a")).toBe(false);
  awaited.begin("a");
  page.time += 30_000;
  expect([awaited.isAwaited("a"), awaited.isAwaited("b")]).toEqual([true, false]);
  page.time += 1;
  expect(awaited.isAwaited("a")).toBe(false);
});

it.each(["click", "keydown"])("whoever does something else, a %s, waits no longer", (type) => {
  const { page, awaited } = open();
  awaited.begin("a");
  page.events.dispatchEvent(new Event(type));
  expect(awaited.isAwaited("a")).toBe(false);
  awaited.begin("b");
  expect(awaited.isAwaited("b")).toBe(true);
});

it("nobody waits before a page that isn't in front, and only for the last", () => {
  const { page, awaited } = open();
  awaited.begin("a");
  page.isInFront = false;
  expect(awaited.isAwaited("a")).toBe(false);
  page.isInFront = true;
  awaited.begin("b");
  expect([awaited.isAwaited("a"), awaited.isAwaited("b")]).toEqual([false, true]);
});
