import { describe, expect, it } from "vitest";
import { runAll } from "./run-all.ts";
import { answer, check, fake, never, step } from "./run-check.fixture.ts";

describe("many checks", () => {
  const many = Array.from({ length: 12 }, (_, at) => ({
    ...check(step("one", `/v1/audio/speech/tasks/task_${at}`)),
    id: `x/${at}`,
  }));

  it("run beside each other as many as allowed, and each once", async () => {
    let under = 0;
    let most = 0;
    const { environment, sent } = fake(async () => {
      most = Math.max(most, ++under);
      await new Promise((resolve) => setImmediate(resolve));
      under--;
      return answer(200, {});
    });
    const ended: string[] = [];
    const options = { environment, parallel: 3, stop: never, leave: never, onStart() {} };
    const left = await runAll(many, { ...options, onEnd: ({ id }) => void ended.push(id) });
    expect([left, most, ended.length, new Set(ended).size]).toEqual([[], 3, 12, 12]);
    expect(sent).toHaveLength(12);
  });

  it("stop where somebody stops them, having looked at what was sent, and go on with the rest", async () => {
    const stopping = new AbortController();
    const { environment, sent } = fake(() => answer(200, {}));
    const ended: string[] = [];
    const options = { environment, parallel: 2, leave: never, onStart() {} };
    const left = await runAll(many, {
      ...options,
      stop: stopping.signal,
      onEnd({ id }) {
        ended.push(id);
        if (ended.length === 5) stopping.abort();
      },
    });
    expect(ended.length + left.length).toBe(12);
    expect(sent).toHaveLength(ended.length);
    await runAll(left, { ...options, stop: never, onEnd: ({ id }) => void ended.push(id) });
    expect([...ended].sort()).toEqual(many.map(({ id }) => id).sort());
    expect(sent).toHaveLength(12);
  });
});
