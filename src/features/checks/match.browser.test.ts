import { describe, expect, it } from "vitest";
import { createMatcher } from "./match.ts";

/** Backtracks over every way to cut the letters: longer than anybody waits. */
const endless = ["^(a+)+$", `${"a".repeat(60)}b`] as const;

describe("a pattern from a file", () => {
  it("that would take for ever is given up, the page goes on meanwhile, and the next one is looked at", async () => {
    const match = createMatcher();
    let ticks = 0;
    const ticking = setInterval(() => {
      ticks += 1;
    }, 5);
    const found = await Promise.all([
      match([endless, ["a", "a"]]),
      match([
        ["^b$", "b"],
        ["(", "x"],
        ["^b$", "c"],
      ]),
    ]);
    clearInterval(ticking);
    expect(found).toEqual([
      ["too_slow", "too_slow"],
      ["fits", "unreadable", "differs"],
    ]);
    // The first pattern is given up after a second: a page that waited for it would have ticked once or twice.
    expect(ticks).toBeGreaterThan(10);
  });

  it("isn't tried where there is nothing to look with", async () => {
    const match = createMatcher(() => new Worker(new URL("data:text/javascript,throw 1"), { type: "module" }));
    expect(await match([["a", "a"]])).toEqual(["not_tried"]);
    const refused = createMatcher(() => {
      throw new Error("No workers here.");
    });
    expect(await refused([["a", "a"]])).toEqual(["not_tried"]);
  });
});
