import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sendEach } from "./send-each.ts";
import type { HeadlessEnd } from "./send-headless.ts";

const quiet: HeadlessEnd = { pause: undefined };

describe("sending one after the other", () => {
  it("sends every one once, never more beside each other than was said", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 6 }),
        async (s, count, parallel) => {
          const sent: number[] = [];
          let running = 0;
          const all = Array.from({ length: count }, (_, index) => index);
          const run = sendEach(all, {
            parallel: () => parallel,
            async send(one) {
              sent.push(one);
              running++;
              expect(running).toBeLessThanOrEqual(parallel);
              await s.schedule(Promise.resolve());
              running--;
              return quiet;
            },
            stop: new AbortController().signal,
            wallClock: () => 0,
            wait: async () => {},
          });
          await s.waitFor(run);
          expect(sent).toEqual(all);
        },
      ),
    );
  });

  it("begins nothing while the service wants a pause, and nothing after it was stopped", async () => {
    let time = 1_000;
    const waits: number[] = [];
    const at: number[] = [];
    const controller = new AbortController();
    await sendEach([1, 2, 3, 4], {
      parallel: () => 1,
      async send(one) {
        at.push(time);
        if (one === 3) controller.abort();
        return { pause: one === 1 ? 7_000 : undefined };
      },
      stop: controller.signal,
      wallClock: () => time,
      async wait(milliseconds) {
        waits.push(milliseconds);
        time += milliseconds;
      },
    });
    expect(waits).toEqual([7_000]);
    expect(at).toEqual([1_000, 8_000, 8_000]);
  });
});
