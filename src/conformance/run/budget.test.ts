import fc from "fast-check";
import { expect, it } from "vitest";
import type { CheckRequest } from "../checks/check.ts";
import { priceOf } from "../checks/price.ts";
import { createBudget } from "./budget.ts";
import type { Seen } from "./observe.ts";
import { overBudget, stoppedInPause } from "./result.ts";
import { never } from "./run-check.fixture.ts";

const speaking = (length: number): CheckRequest => ({
  transport: "http",
  method: "POST",
  path: "/v1/audio/speech",
  body: JSON.stringify({ model: "streamspeech-v8", input: "a".repeat(length), voice: "Mei" }),
});
const answered = (status: number): Seen => ({
  observation: { status, headers: [], figures: {} },
  text: undefined,
  sound: undefined,
});

it("lets no more be spent than was allowed, whatever is refused and in whichever order answers come", async () => {
  const requests = fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom(200, 400, 503, "broken")), {
    minLength: 1,
    maxLength: 30,
  });
  await fc.assert(
    fc.asyncProperty(requests, fc.nat(200), fc.scheduler(), async (all, tokens, scheduler) => {
      const budget = createBudget({ tokens, amount: 0, undocumented: 0 });
      let mayBeSpent = 0;
      const outcomes = all.map(async ([length, came]) => {
        const request = speaking(length);
        const price = priceOf([request]).tokens;
        const send = async () => {
          mayBeSpent += price;
          expect(mayBeSpent).toBeLessThanOrEqual(tokens);
          await scheduler.schedule(Promise.resolve());
          if (came === "broken") throw new Error("broken");
          if (came !== 200) mayBeSpent -= price;
          return answered(Number(came));
        };
        return budget.spend(request, send, never).then(
          () => "sent",
          (error: Error) => error.message,
        );
      });
      const ended = await scheduler.waitFor(Promise.all(outcomes));
      expect(budget.spent().tokens).toBe(mayBeSpent);
      // What was held back would have been too much even with all that was given back.
      for (const [at, outcome] of ended.entries())
        if (outcome === overBudget) expect(mayBeSpent + (all[at]?.[0] ?? 0)).toBeGreaterThan(tokens);
    }),
  );
});

it("holds back nothing that costs nothing", async () => {
  const budget = createBudget({ tokens: 0, amount: 0, undocumented: 0 });
  const read: CheckRequest = { transport: "http", method: "GET", path: "/v1/models" };
  await expect(budget.spend(read, async () => answered(200), never)).resolves.toMatchObject({
    observation: { status: 200 },
  });
  // A model that nobody knows here may be the service's newest.
  const newest: CheckRequest = {
    transport: "http",
    method: "POST",
    path: "/v1/audio/speech",
    body: JSON.stringify({ model: "streamspeech-v9", input: "a" }),
  };
  await expect(budget.spend(newest, async () => answered(200), never)).rejects.toThrow(overBudget);
  await expect(budget.spend(speaking(1), async () => answered(200), never)).rejects.toThrow(overBudget);
});

it("sends nothing that waited once it is stopped, and holds back no later one for it", async () => {
  const budget = createBudget({ tokens: 10, amount: 0, undocumented: 0 });
  const stopping = new AbortController();
  const sent: string[] = [];
  const send = (name: string) => async () => {
    sent.push(name);
    return answered(200);
  };
  let refuse: () => void = () => undefined;
  const first = budget.spend(
    speaking(10),
    () =>
      new Promise((resolve) => {
        refuse = () => resolve(answered(400));
      }),
    stopping.signal,
  );
  const ended = Promise.all(
    ["a stopped one", "another"].map((name) =>
      expect(budget.spend(speaking(10), send(name), stopping.signal)).rejects.toThrow(stoppedInPause),
    ),
  );
  stopping.abort();
  await ended;
  const late = budget.spend(speaking(10), send("one that stops with the answer"), stopping.signal);
  refuse();
  await first;
  await expect(late).rejects.toThrow(stoppedInPause);
  await budget.spend(speaking(10), send("one of another run"), never);
  expect(sent).toEqual(["one of another run"]);
});
