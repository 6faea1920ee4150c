import { expect, it } from "vitest";
import { createStallWatch } from "./stalls.ts";

/** What a watch finds when the clock counts the statuses. */
function follow(...statuses: readonly string[]) {
  let at = 0;
  const watch = createStallWatch(() => at);
  return statuses.map((status) => {
    at += 1;
    if (status === "seek") watch.pardon();
    return status === "seek" ? [] : watch.follow(status);
  });
}

it("counts a wait between two sounds, and not the one for the first sound", () => {
  expect(follow("paused", "waiting", "playing", "waiting", "waiting", "playing", "ended").at(-1)).toEqual([
    { from: 4, until: 6 },
  ]);
});

it("shows a stall while it lasts", () => {
  expect(follow("waiting", "playing", "waiting").at(-1)).toEqual([{ from: 3, until: undefined }]);
});

it("takes neither a pause nor a seek for a stall", () => {
  expect(follow("waiting", "playing", "paused", "waiting", "playing").at(-1)).toEqual([]);
  expect(follow("waiting", "playing", "seek", "waiting", "playing").at(-1)).toEqual([]);
  expect(follow("waiting", "playing", "seek", "waiting", "playing", "waiting", "playing").at(-1)).toEqual([
    { from: 6, until: 7 },
  ]);
});

it("doesn't count a wait behind which no sound came", () => {
  expect(follow("waiting", "playing", "waiting", "ended").at(-1)).toEqual([]);
});

it("ends a stall when a person pauses in it", () => {
  expect(follow("waiting", "playing", "waiting", "paused", "playing").at(-1)).toEqual([{ from: 3, until: 4 }]);
});

it("gives the same array until there is a change", () => {
  const [, second, third] = follow("waiting", "playing", "playing");
  expect(third).toBe(second);
});
