import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { follow, scroll, timeTicks, zoom } from "./time-view.ts";

const duration = fc.double({ min: 0.05, max: 4_000, noNaN: true });
const share = fc.double({ min: 0, max: 1, noNaN: true });

describe("the stretch that is shown", () => {
  it("stays within the sound, however one zooms and scrolls", () => {
    fc.assert(
      fc.property(duration, fc.array(fc.tuple(fc.constantFrom(0.5, 2, 0.9), share, share)), (all, moves) => {
        let view = { from: 0, until: all };
        for (const [factor, around, by] of moves) {
          view = zoom(view, factor, view.from + around * (view.until - view.from), all);
          view = scroll(view, (by - 0.5) * all, all);
          expect(view.from).toBeGreaterThanOrEqual(0);
          expect(view.until).toBeLessThanOrEqual(all + 1e-9);
          expect(view.until - view.from).toBeGreaterThanOrEqual(Math.min(0.2, all) - 1e-9);
        }
      }),
    );
  });

  it("keeps the moment under the pointer in its place", () => {
    expect(zoom({ from: 0, until: 10 }, 0.5, 4, 10)).toEqual({ from: 2, until: 7 });
    expect(zoom({ from: 2, until: 7 }, 2, 4, 10)).toEqual({ from: 0, until: 10 });
  });

  it("turns the page when the playhead leaves it", () => {
    expect(follow({ from: 2, until: 4 }, 3, 10)).toEqual({ from: 2, until: 4 });
    expect(follow({ from: 2, until: 4 }, 4.5, 10)).toEqual({ from: 4.5, until: 6.5 });
    expect(follow({ from: 6, until: 8 }, 0, 10)).toEqual({ from: 0, until: 2 });
  });
});

it("marks round moments within the stretch", () => {
  expect(timeTicks({ from: 0, until: 4 }).map((tick) => Number(tick.toFixed(6)))).toEqual([
    0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4,
  ]);
  expect(timeTicks({ from: 0, until: 0 })).toEqual([]);
  fc.assert(
    fc.property(duration, share, (all, from) => {
      const view = { from: from * all, until: from * all + all };
      const ticks = timeTicks(view);
      expect(ticks.length).toBeGreaterThanOrEqual(3);
      expect(ticks.length).toBeLessThanOrEqual(10);
    }),
  );
});
