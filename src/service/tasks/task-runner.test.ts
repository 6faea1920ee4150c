import { expect, test } from "vitest";
import { TaskRunner } from "./task-runner.ts";

/** Resolves after so many turns of the microtask queue. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await undefined;
}

test.each([0, 1, 2, 3, 4, 5])("a task that is queued %i turns after none was found is run", async (count) => {
  const queued: { readonly id: string; readonly characters: number }[] = [];
  let looks = 0;
  const running: string[] = [];
  const store = {
    async nextQueued() {
      looks++;
      return queued.shift();
    },
    markRunning: async (id: string) => void running.push(id),
    // It never ends, so that nothing else wakes the runner.
    requestOf: () => new Promise(() => {}),
  };
  const runner = new TaskRunner({ store, isShared: true } as never);
  await runner.start();
  await expect.poll(() => looks).toBe(1);
  runner.wake();
  await turns(count);
  queued.push({ id: "late", characters: 1 });
  runner.wake();
  await expect.poll(() => running).toEqual(["late"]);
});

test.each([
  ["those that wait for their reference", false, ["reference", "reference", "reference", "short"]],
  ["those and long ones", false, ["long", "reference", "long", "short"]],
  ["none where workers run the others", true, ["reference", "reference", "reference", "reference"]],
])("one lane is left by %s", async (_, isShared, expected) => {
  const kinds = {
    reference: { model: "refvoice-2", characters: 1 },
    long: { model: "cloud-tts", characters: 100_000 },
    short: { model: "cloud-tts", characters: 1 },
  } as const;
  const slow = expected.filter((kind) => kind !== "short");
  const queued = [...slow, "reference", "long", "short"].map((id, number) => ({
    ...kinds[id as keyof typeof kinds],
    id: `${number} ${id}`,
  }));
  const running: string[] = [];
  const store = {
    async nextQueued(longest: number, otherThan?: string) {
      const at = queued.findIndex(({ model, characters }) => model !== otherThan && characters <= longest);
      return at === -1 ? undefined : queued.splice(at, 1)[0];
    },
    markRunning: async (id: string) => void running.push(id.replace(/^\d+ /, "")),
    requeueRunning: async () => undefined,
    requestOf: () => new Promise(() => {}),
  };
  const runner = new TaskRunner({ store, isShared } as never);
  await runner.start();
  await expect.poll(() => running).toEqual(expected);
});
