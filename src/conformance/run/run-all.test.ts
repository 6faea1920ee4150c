import { describe, expect, it } from "vitest";
import { ServiceUnreachableError } from "../../api/errors.ts";
import type { CheckEnvironment } from "./perform.ts";
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
    const options = { environment, parallel: 3, needsKey: false, stop: never, leave: never, onStart() {} };
    const { left } = await runAll(many, { ...options, onEnd: ({ id }) => void ended.push(id) });
    expect([left, most, ended.length, new Set(ended).size]).toEqual([[], 3, 12, 12]);
    expect(sent).toHaveLength(12);
  });

  it("stop where somebody stops them, having looked at what was sent, and go on with the rest", async () => {
    const stopping = new AbortController();
    const { environment, sent } = fake(() => answer(200, {}));
    const ended: string[] = [];
    const options = { environment, parallel: 2, needsKey: false, leave: never, onStart() {} };
    const { left, reason } = await runAll(many, {
      ...options,
      stop: stopping.signal,
      onEnd({ id }) {
        ended.push(id);
        if (ended.length === 5) stopping.abort();
      },
    });
    expect([ended.length + left.length, reason]).toEqual([12, "not_asked"]);
    expect(sent).toHaveLength(ended.length);
    await runAll(left, { ...options, stop: never, onEnd: ({ id }) => void ended.push(id) });
    expect([...ended].sort()).toEqual(many.map(({ id }) => id).sort());
    expect(sent).toHaveLength(12);
  });

  it("stop in a pause that the service asks for: nothing more is sent, and what was answered is kept", async () => {
    const stopping = new AbortController();
    const turnedAway = answer(429, {}, [["retry-after", "3600"]]);
    const { environment, sent } = fake(({ path }) => (path.endsWith("_0/content") ? answer(200, {}) : turnedAway), {
      // As the command line's clock: it rejects when it is broken off.
      async wait() {
        stopping.abort();
        throw new Error("broken off");
      },
    });
    const [two, one, other] = many.map((each, at) =>
      at > 0 ? each : { ...each, steps: [step("first", "/v1/audio/speech/tasks/task_0/content"), ...each.steps] },
    );
    if (two === undefined || one === undefined || other === undefined) throw new Error("There are no checks.");
    const [ended, untouched]: [unknown[], string[]] = [[], []];
    const { left, reason } = await runAll([two, one, other], {
      ...{ environment, parallel: 2, needsKey: false, stop: stopping.signal, leave: never, onStart() {} },
      onEnd: ({ id }, { result }) =>
        void ended.push([id, result.outcome, result.reason, ...result.steps.map(({ status }) => status)]),
      onLeave: ({ id }) => void untouched.push(id),
    });
    expect(ended).toEqual([["x/0", "not_judged", "no_answer", 200, undefined]]);
    expect([left.map(({ id }) => id), untouched, reason]).toEqual([["x/1", "x/2"], ["x/1"], "not_asked"]);
    expect(sent.length).toBeLessThan(4);
  });

  it("are sent once it is written down, and not where somebody stops them before that", async () => {
    const stopping = new AbortController();
    const { environment, sent } = fake(() => answer(200, {}));
    const untouched: string[] = [];
    const { left } = await runAll(many, {
      ...{ environment, parallel: 1, needsKey: false, stop: stopping.signal, leave: never, onEnd() {} },
      async onStart({ id }) {
        await Promise.resolve();
        expect(sent.length).toBe(id === "x/0" ? 0 : 1);
        if (id === "x/1") stopping.abort();
      },
      onLeave: ({ id }) => void untouched.push(id),
    });
    expect([sent.length, untouched, left.length]).toEqual([1, ["x/1"], 11]);
  });

  const runOf = (environment: CheckEnvironment, needsKey: boolean) => {
    const outcomes: string[] = [];
    const options = { environment, parallel: 2, needsKey, stop: never, leave: never, onStart() {} };
    const ended = runAll(many, { ...options, onEnd: (_, { result }) => void outcomes.push(result.outcome) });
    return ended.then((rest) => ({ ...rest, outcomes }));
  };

  it("aren't sent to a service that doesn't accept the key", async () => {
    const { environment, sent } = fake(() => answer(401, {}));
    const { left, reason, outcomes } = await runOf(environment, true);
    expect([left.length, reason, outcomes]).toEqual([12, "key_refused", []]);
    expect(sent.map(({ path }) => path)).toEqual(["/v1/models"]);
  });

  it("are sent where the key is kept from the model list alone", async () => {
    const { environment, sent } = fake(({ path }) => answer(path === "/v1/models" ? 403 : 200, {}));
    const shared = step("plain", "/v1/audio/speech", {
      shared: true,
      request: { transport: "http", method: "POST", path: "/v1/audio/speech", body: '{"model":"other-1"}' },
    });
    const checks = many.map((each) => ({ ...each, steps: [shared, ...each.steps] }));
    const options = { environment, parallel: 2, needsKey: true, stop: never, leave: never, onStart() {} };
    let spent = 0;
    const { left } = await runAll(checks, {
      ...options,
      onEnd(_, { result }) {
        spent += result.spent?.undocumented ?? 0;
      },
    });
    expect(left).toEqual([]);
    // What asks whether the key is accepted is the checks' own request, sent and paid once.
    expect([sent.filter(({ path }) => path === "/v1/audio/speech").length, spent]).toEqual([1, 1]);
  });

  it("end when the service has died: what was asked isn't judged, and nothing further is asked", async () => {
    const { environment, sent } = fake((_, count) =>
      count > 4 ? Promise.reject(new ServiceUnreachableError(undefined)) : answer(200, {}),
    );
    const { left, reason, outcomes } = await runOf(environment, false);
    expect(reason).toBe("service_gone");
    expect(outcomes.filter((outcome) => outcome === "passed")).toHaveLength(4);
    expect(outcomes.slice(4).every((outcome) => outcome === "not_judged")).toBe(true);
    expect(outcomes.length + left.length).toBe(12);
    expect(sent.length).toBeLessThan(10);
  });
});
