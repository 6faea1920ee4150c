import { describe, expect, it } from "vitest";
import type { Conversation } from "../../api/conversation.ts";
import { ServiceUnreachableError, SpeechRequestError } from "../../api/errors.ts";
import { toneMp3, toneWav } from "../../audio/players/tone.fixture.ts";
import { parseErrorBody } from "../../contract/errors.ts";
import type { CheckStep } from "../checks/check.ts";
import { describeVerdict } from "../checks/describe.ts";
import { matchHere } from "../checks/match.ts";
import { priceOf } from "../checks/price.ts";
import type { MeasureSound } from "./measure.ts";
import { type CheckEnvironment, newMemory } from "./perform.ts";
import { runAll } from "./run-all.ts";
import { answer, check, fake, never, step } from "./run-check.fixture.ts";
import { runCheck } from "./run-check.ts";

describe("a check", () => {
  it("hands on what a step took, and judges each by its own answer", async () => {
    const { environment, sent } = fake(({ path }) => answer(path === "/v1/models" ? 200 : 404, { id: "task_7" }));
    const { result } = await runCheck(
      check(step("one", "/v1/models", { take: { task: "id" } }), step("two", "/v1/audio/speech/tasks/{{task}}")),
      environment,
      never,
    );
    expect(sent.map(({ path }) => path)).toEqual(["/v1/models", "/v1/audio/speech/tasks/task_7"]);
    expect(result).toMatchObject({ outcome: "failed", at: 1_000, service: "embedded", variables: { task: "task_7" } });
    expect(result.steps.map(({ verdicts }) => verdicts.map(({ ok, was }) => [ok, was]))).toEqual([
      [[true, "200"]],
      [[false, "404"]],
    ]);
  });

  it("reads an error by the charset that its type names", async () => {
    const type = "application/json; charset=GBK";
    // {"error":{"message":"出错了"}}
    const said = Uint8Array.of(0xb3, 0xf6, 0xb4, 0xed, 0xc1, 0xcb);
    const body = new Blob(['{"error":{"message":"', said, '"}}'], { type });
    const { environment } = fake(() => ({ ...answer(400, {}), headers: [["content-type", type]], body }));
    const expects = step("one", "/v1/models", { expect: [{ kind: "error", field: "message", is: "出错了" }] });
    const { result } = await runCheck(check(expects), environment, never);
    expect(result).toMatchObject({ outcome: "passed", steps: [{ text: '{"error":{"message":"出错了"}}' }] });
  });

  it("shows text that came in the place of sound", async () => {
    const body = new Blob(["upstream quota exceeded"], { type: "audio/mpeg" });
    const { environment } = fake(() => ({ ...answer(200, {}), headers: [["content-type", "audio/mpeg"]], body }));
    const expects = step("one", "/v1/models", { expect: [{ kind: "codec", is: ["mp3"] }] });
    const { result } = await runCheck(check(expects), environment, never);
    expect(result).toMatchObject({ outcome: "failed", steps: [{ text: "upstream quota exceeded" }] });
  });

  it("hands on numbers and truths as they are written, and nothing that is no single value", async () => {
    const given = { size: 1_000, whole: true, none: null, list: [1] };
    const { environment } = fake(() => answer(200, given));
    const take = { size: "size", whole: "whole", none: "none", list: "list" };
    const { result } = await runCheck(check(step("one", "/v1/models", { take })), environment, never);
    expect(result.variables).toEqual({ size: "1000", whole: "true" });
  });

  it("isn't run where it lacks something, and fails where an answer should have given it", async () => {
    const { environment, sent } = fake(() => answer(200, {}));
    const needs = check(step("one", "/v1/audio/speech/tasks/{{reference}}"));
    expect((await runCheck(needs, environment, never)).result).toMatchObject({
      outcome: "not_judged",
      reason: "lacks",
      lacks: "reference",
    });
    expect(sent).toEqual([]);
    const gives = check(
      step("one", "/v1/models", { take: { task: "id" } }),
      step("two", "/v1/audio/speech/tasks/{{task}}"),
    );
    expect((await runCheck(gives, environment, never)).result).toMatchObject({ outcome: "failed", lacks: "task" });
  });

  it("judges what lies beyond the document at the embedded service only", async () => {
    const own = check(step("one", "/v1/models", { expect: [{ kind: "status", least: 418, most: 418, beyond: true }] }));
    const { environment } = fake(() => answer(200, {}));
    expect((await runCheck(own, environment, never)).result.outcome).toBe("failed");
    const remote: CheckEnvironment = { ...environment, config: { service: "remote" } };
    expect((await runCheck(own, remote, never)).result.outcome).toBe("not_judged");
  });

  it("asks again until a value has come, as often as the document recommends", async () => {
    const { environment, sent, waits } = fake((_, count) =>
      answer(200, { status: count < 3 ? "queued" : "completed" }),
    );
    const polled = step("one", "/v1/models", {
      until: { path: "status", values: ["completed", "failed"] },
      expect: [{ kind: "json", path: "status", is: "completed" }],
    });
    expect((await runCheck(check(polled), environment, never)).result.outcome).toBe("passed");
    expect(sent).toHaveLength(3);
    expect(waits).toEqual([3_000, 3_000]);
  });

  describe("where a look at a task gets no answer, as on a machine that slept", () => {
    const body = JSON.stringify({ model: "streamspeech-v8", input: "Hello." });
    const request = { transport: "http", method: "POST", path: "/v1/audio/speech/tasks", body } as const;
    const made = step("one", "", { request, follow: true, expect: [{ kind: "task", is: "failed" }] });
    /** A service that makes a task, and whose network is gone for so many looks at it. */
    const awayFor = (looks: number) =>
      fake(({ method }, count) => {
        if (method === "POST") return answer(200, { id: "task_1", status: "queued" });
        if (count - 1 <= looks) throw new ServiceUnreachableError(undefined);
        return answer(200, { id: "task_1", status: "failed" });
      });

    it("looks again, and makes no other task", async () => {
      const { environment, sent, waits } = awayFor(5);
      expect((await runCheck(check(made), environment, never)).result.outcome).toBe("passed");
      expect(sent.map(({ method }) => method)).toEqual(["POST", ...Array(6).fill("GET")]);
      expect(waits).toEqual(Array(5).fill(3_000));
    });

    it("gives up where none comes for long", async () => {
      const { environment, sent } = awayFor(100);
      const { result } = await runCheck(check(made), environment, never);
      expect(result).toMatchObject({ outcome: "not_judged", reason: "no_answer" });
      expect(sent).toHaveLength(7);
    });
  });

  it("doesn't judge a task that never ends, nor what stands behind it", async () => {
    const { environment, sent } = fake(() => answer(200, { id: "task_1", status: "in_progress" }));
    const path = "/v1/audio/speech/tasks";
    const body = JSON.stringify({ model: "streamspeech-v8", input: "Hello." });
    const making = { request: { transport: "http", method: "POST", path, body } } as const;
    const looked = check(
      step("made", "", { ...making, take: { task: "id" } }),
      step("done", `${path}/{{task}}`, { until: { path: "status", values: ["completed", "failed"] } }),
      step("content", `${path}/{{task}}/content`, { expect: [{ kind: "codec", is: ["mp3"] }] }),
    );
    const followed = check(step("task", "", { ...making, follow: true, expect: [{ kind: "task", is: "completed" }] }));
    for (const made of [looked, followed]) {
      const { result } = await runCheck(made, environment, never);
      expect(result).toMatchObject({ outcome: "not_judged", reason: "unended", spent: { tokens: 6 } });
    }
    expect(sent.filter(({ path }) => path.endsWith("/content"))).toEqual([]);
  });

  it("sends what must be refused though a control's task never ends", async () => {
    const { environment, sent } = fake(({ method, body }) =>
      method === "POST" && String(body).includes("fault")
        ? answer(200, {})
        : answer(200, { id: "t", status: "queued" }),
    );
    const making = (body: string) =>
      ({ transport: "http", method: "POST", path: "/v1/audio/speech/tasks", body }) as const;
    const made = check(
      step("control", "", { request: making("{}"), follow: true, control: true }),
      step("refused", "", {
        request: making('{"fault":1}'),
        expect: [{ kind: "status", least: 400, most: 422 }],
        beside: ["control"],
      }),
    );
    const { result } = await runCheck(made, environment, never);
    expect(sent.some(({ body }) => String(body).includes("fault"))).toBe(true);
    expect(result.outcome).toBe("failed");
  });

  it("follows the task that it made to its sound and its times", async () => {
    const id = "task_1";
    const { environment, sent } = fake(({ path, method }, count) => {
      if (method === "POST") return answer(200, { id, status: "queued" });
      if (path.endsWith("/content?signature=s")) {
        const wav = new Uint8Array(44 + 4_410);
        wav.set(new TextEncoder().encode("RIFF....WAVEfmt "), 0);
        wav.set([16, 0, 0, 0, 1, 0, 1, 0, 0x22, 0x56, 0, 0, 0x44, 0xac, 0, 0, 2, 0, 16, 0], 16);
        wav.set(new TextEncoder().encode("data"), 36);
        new DataView(wav.buffer).setUint32(40, 4_410, true);
        return {
          ...answer(200, {}),
          headers: [["content-type", "audio/wav"]],
          body: new Blob([wav], { type: "audio/wav" }),
        };
      }
      if (path.endsWith("/timestamps")) return answer(200, [{ word: "Hi", start: 0, end: 0.1 }]);
      return answer(200, {
        id,
        status: count < 3 ? "in_progress" : "completed",
        content_url: `http://service.example/v1/audio/speech/tasks/${id}/content?signature=s`,
        timestamps_url: "http://service.example/t",
      });
    });
    const made = step("task", "/v1/audio/speech/tasks", {
      request: {
        transport: "http",
        method: "POST",
        path: "/v1/audio/speech/tasks",
        body: '{"model":"streamspeech-v8","input":"Hi","voice":"Mei"}',
      },
      follow: true,
      expect: [
        { kind: "task", is: "completed" },
        { kind: "codec", is: ["wav"] },
        { kind: "figure", of: "duration", least: 0.09, most: 0.11 },
        { kind: "times", granularity: "word" },
        { kind: "script" },
      ],
    });
    const { result, sound } = await runCheck(check(made), environment, never);
    expect(result.steps[0]?.verdicts.filter(({ ok }) => !ok)).toEqual([]);
    expect(result.outcome).toBe("passed");
    expect(sound?.format).toEqual({ codec: "wav" });
    expect(sent.filter(({ method }) => method === "POST")).toHaveLength(1);
  });

  it("reads what a WebSocket sent, and the answer to one that wasn't taken", async () => {
    const conversation: Conversation = {
      frames: [
        { at: 5, kind: "binary", bytes: Uint8Array.of(0xff, 0xfb, 0x90, 0, 0, 0, 0, 0, 0, 0, 0, 0) },
        { at: 6, kind: "text", text: '{"type":"progress","message":[{"word":"Hi","start":0,"end":0.01}]}' },
        { at: 7, kind: "text", text: '{"type":"complete"}' },
      ],
      close: { code: 1_000, reason: "" },
      end: 8,
    };
    const over = step("one", "", {
      request: {
        transport: "websocket",
        path: "/v1/audio/speech/websocket?model=streamspeech-v8",
        frames: ['{"Text":"Hi","VoiceId":"Mei"}'],
      },
      expect: [
        { kind: "frames", is: "bpc" },
        { kind: "figure", of: "close_code", least: 1_000, most: 1_000 },
        { kind: "figure", of: "first_byte", least: 5, most: 5 },
        { kind: "script" },
      ],
    });
    const { environment } = fake(() => answer(200, {}));
    const taken = { ...environment, client: { ...environment.client, converse: async () => conversation } };
    expect((await runCheck(check(over), taken, never)).result.outcome).toBe("passed");
    const raw = '{"error":{"message":"No.","param":"model","code":"x"}}';
    const error = new SpeechRequestError({
      refusal: "status",
      status: 404,
      headers: [["content-type", "application/json"]],
      error: parseErrorBody(raw),
      truncated: false,
    });
    const refusing = { ...environment, client: { ...environment.client, converse: () => Promise.reject(error) } };
    const refused = { ...over, expect: [{ kind: "error", field: "param", is: "model" } as const] };
    expect((await runCheck(check(refused), refusing, never)).result).toMatchObject({
      outcome: "passed",
      steps: [{ status: 404 }],
    });
  });

  it("isn't judged where no answer comes, and sends nothing twice", async () => {
    const { environment, sent } = fake(() => Promise.reject(new ServiceUnreachableError(undefined)));
    const { result } = await runCheck(check(step("one", "/v1/models")), environment, never);
    expect(result).toMatchObject({
      outcome: "not_judged",
      reason: "no_answer",
      steps: [{ verdicts: [], failure: /No answer came/ }],
    });
    expect(sent).toHaveLength(1);
  });

  it("sends nothing where an answer, a file or an older version named an address that isn't documented", async () => {
    const { environment, sent } = fake(() => answer(200, { id: "../../../playground/session" }));
    const made = check(
      step("one", "/v1/models", { take: { task: "id" } }),
      step("two", "/v1/audio/speech/tasks/{{task}}"),
    );
    const { result } = await runCheck(made, environment, never);
    expect(result).toMatchObject({
      outcome: "not_judged",
      steps: [{}, { verdicts: [], failure: "undocumented_address" }],
    });
    expect(sent.map(({ path }) => path)).toEqual(["/v1/models"]);
    for (const path of ["//evil.example/v1/models", "@evil.example/v1/models", "/playground/session", "/v1/models\t"]) {
      expect((await runCheck(check(step("one", path)), environment, never)).result.outcome).toBe("not_judged");
    }
    const socket: CheckStep["request"] = {
      transport: "websocket",
      path: "@evil.example/v1/audio/speech/websocket?model=m",
      frames: [],
    };
    expect((await runCheck(check(step("one", "", { request: socket })), environment, never)).result).toMatchObject({
      steps: [{ failure: "undocumented_address" }],
    });
    expect(sent).toHaveLength(1);
  });

  it("looks by patterns through what it is given, and says which took too long", async () => {
    const asked: unknown[] = [];
    const { environment } = fake(() => answer(200, { ids: ["aa", "b", "aab"] }), {
      async match(pairs) {
        asked.push(pairs);
        return pairs.map(([pattern, text]) => (pattern === "(a+)+$" ? "too_slow" : matchHere([pattern, text])));
      },
    });
    const made = check(
      step("one", "/v1/models", {
        expect: [
          { kind: "json", path: "ids.*", matches: "^[ab]+$" },
          { kind: "json", path: "ids.*", matches: "^a" },
          { kind: "json", path: "ids.0", matches: "(a+)+$" },
          { kind: "header", name: "content-type", matches: "(" },
        ],
      }),
    );
    const { result } = await runCheck(made, environment, never);
    expect(result.outcome).toBe("failed");
    const verdicts = result.steps[0]?.verdicts ?? [];
    expect(verdicts.map(({ ok, why }) => [ok, why])).toEqual([
      [true, undefined],
      [false, undefined],
      [false, "too_slow"],
      [false, "unreadable"],
    ]);
    expect(asked[0]).toEqual(["aa", "b", "aab"].map((text) => ["^[ab]+$", text]));
    expect(verdicts[2] && describeVerdict(verdicts[2], "en")).toMatch(/took longer than a second and was given up$/);
  });

  it("ends with the signal's reason", async () => {
    const leaving = new AbortController();
    const { environment: slow } = fake(() => {
      leaving.abort("enough");
      return Promise.reject(new ServiceUnreachableError(undefined));
    });
    await expect(runCheck(check(step("one", "/v1/models")), slow, leaving.signal)).rejects.toBe("enough");
  });
});

describe("a service that asks to wait", () => {
  const turnedAway = (headers: readonly (readonly [string, string])[]) =>
    answer(429, { error: { message: "Slow." } }, headers);

  it.each([
    ["7", 7_000],
    // More than a browser's timer holds: it would end at once.
    ["9999999", 3_600_000],
  ])("%s seconds is obeyed within reason, and the request that it turned away is sent again", async (asked, waited) => {
    const { environment, sent, waits } = fake((_, count) =>
      count === 1 ? turnedAway([["retry-after", asked]]) : answer(200, {}),
    );
    expect((await runCheck(check(step("one", "/v1/models")), environment, never)).result.outcome).toBe("passed");
    expect([sent.length, waits]).toEqual([2, [waited]]);
  });

  it("is obeyed no longer than it asked where the wall clock is set back meanwhile", async () => {
    const { environment, waits } = fake(
      (_, count) => (count === 1 ? turnedAway([["retry-after", "7"]]) : answer(200, {})),
      { wallClock: () => waits.reduce((sum, waited) => sum + waited, waits.length === 0 ? 86_400_000 : 0) },
    );
    await runCheck(check(step("one", "/v1/models")), environment, never);
    expect(waits).toEqual([7_000]);
  });

  it("leaves a check unjudged when it doesn't end, not failed", async () => {
    const { environment, sent } = fake(() => turnedAway([["retry-after-ms", "20"]]));
    expect((await runCheck(check(step("one", "/v1/models")), environment, never)).result.outcome).toBe("not_judged");
    expect(sent).toHaveLength(4);
  });

  it.each([
    [500, "failed"],
    [503, "not_judged"],
  ])("isn't asked twice for what may have been begun: %i", async (status, outcome) => {
    const { environment, sent } = fake(() => answer(status, {}, [["retry-after", "1"]]));
    expect((await runCheck(check(step("one", "/v1/models")), environment, never)).result.outcome).toBe(outcome);
    expect(sent).toHaveLength(1);
  });

  it("that somebody stops in leaves a task that was made, and what it costs", async () => {
    const stopping = new AbortController();
    let time = 0;
    const { environment } = fake(
      ({ method }) => (method === "POST" ? answer(200, { id: "task_1" }) : turnedAway([["retry-after", "9"]])),
      { wait: async () => stopping.abort(), wallClock: () => (time += 5_000) },
    );
    const body = JSON.stringify({ model: "streamspeech-v8", input: "Hello." });
    const request = { transport: "http", method: "POST", path: "/v1/audio/speech/tasks", body } as const;
    const made = step("one", "", { request, follow: true });
    const { result } = await runCheck(check(made), environment, never, newMemory(3, stopping.signal));
    expect(result).toMatchObject({ outcome: "not_judged", reason: "no_answer", steps: [{ status: 200 }] });
    expect(result.spent).toEqual(priceOf([request]));
  });

  it("holds up all that run beside", async () => {
    const { environment, waits } = fake((_, count) =>
      count === 1 ? turnedAway([["retry-after", "9"]]) : answer(200, {}),
    );
    await runAll(
      ["a", "b", "c"].map((id) => ({ ...check(step("one", `/v1/audio/speech/tasks/task_${id}`)), id })),
      {
        environment,
        parallel: 1,
        needsKey: false,
        stop: never,
        leave: never,
        onStart() {},
        onEnd(_, { result }) {
          expect(result.outcome).toBe("passed");
        },
      },
    );
    expect(waits).toEqual([9_000]);
  });
});

describe("a refusal", () => {
  const post = (body: object) =>
    ({ transport: "http", method: "POST", path: "/v1/audio/speech", body: JSON.stringify(body) }) as const;
  const fault = { model: "streamspeech-v8", input: "Hello.", voice: "Autumn", Speed: 2 };
  const { Speed: _, ...plain } = fault;
  const refused = [
    step("plain", "", { request: post(plain), control: true, shared: true }),
    step("too fast", "", {
      request: post(fault),
      beside: ["plain"],
      expect: [{ kind: "status", least: 400, most: 499 }],
    }),
  ];
  /** A service that answers by whether the fault is in the request. */
  const answering = (accepted: number, faulty: number, changes: Partial<CheckEnvironment> = {}) =>
    fake(({ body }) => answer(String(body).includes("Speed") === true ? faulty : accepted, {}), changes);

  it("counts beside the same request without the fault, which the service accepts", async () => {
    const { environment, sent } = answering(200, 400);
    const { result } = await runCheck(check(...refused), environment, never);
    expect(result).toMatchObject({ outcome: "passed", steps: [{ name: "plain", control: true }, { status: 400 }] });
    expect(result.spent).toEqual({ tokens: 6, amount: 0, undocumented: 0 });
    expect(sent).toHaveLength(2);
  });

  it.each([401, 403, 404, 405, 429, 500, 503])("isn't judged by %i, which may have another cause", async (status) => {
    const { environment } = answering(200, status);
    const { result } = await runCheck(check(...refused), environment, never);
    expect(result).toMatchObject({ outcome: "not_judged", reason: "status", steps: [{}, { unjudged: "status" }] });
  });

  it.each([401, 403])("nor is an answer by %i to any other route, such as the model list", async (status) => {
    const { result } = await runCheck(check(step("one", "/v1/models")), answering(200, 200).environment, never);
    expect(result.outcome).toBe("passed");
    const turned = await runCheck(check(step("one", "/v1/models")), answering(status, status).environment, never);
    expect(turned.result).toMatchObject({ outcome: "not_judged", reason: "status" });
  });

  it("is no service without the model, which needn't have every one", async () => {
    const { environment } = answering(404, 404);
    const { result } = await runCheck(check(step("plain", "", { request: post(plain) })), environment, never);
    expect(result).toMatchObject({ outcome: "not_judged", reason: "status" });
  });

  it("is judged by 404 where the rule asks for it", async () => {
    const { environment } = answering(200, 404);
    const [control, own] = refused;
    const asks = step("too fast", "", { ...own, expect: [{ kind: "status", least: 404, most: 404 }] });
    const { result } = await runCheck(check(...(control === undefined ? [] : [control]), asks), environment, never);
    expect(result.outcome).toBe("passed");
  });

  it("isn't judged where the request without the fault is refused as well", async () => {
    const { environment } = answering(400, 400);
    const { result } = await runCheck(check(...refused), environment, never);
    expect(result).toMatchObject({ outcome: "not_judged", reason: "control_refused" });
  });

  it("can fail, and can't pass, where nobody wants to pay for what stands beside it", async () => {
    const free = answering(200, 400, { controls: false });
    const { result } = await runCheck(check(...refused), free.environment, never);
    expect(result).toMatchObject({ outcome: "not_judged", reason: "no_control", steps: [{ name: "too fast" }] });
    expect(free.sent).toHaveLength(1);
    const lenient = answering(200, 200, { controls: false });
    expect((await runCheck(check(...refused), lenient.environment, never)).result.outcome).toBe("failed");
  });

  it("shares the accepted request with all others of its shape", async () => {
    const { environment, sent } = answering(200, 400);
    const ended: string[] = [];
    const many = ["a", "b", "c"].map((id) => ({ ...check(...refused), id }));
    const options = { environment, parallel: 3, needsKey: false, stop: never, leave: never, onStart() {} };
    await runAll(many, { ...options, onEnd: (_, { result }) => void ended.push(result.outcome) });
    expect(ended).toEqual(["passed", "passed", "passed"]);
    expect(sent).toHaveLength(4);
  });
});

describe("what the playground's server answers in the service's place", () => {
  const standIn = [["proxy-status", "speech-playground; error=destination_unavailable"]] as const;

  it("says nothing of the service", async () => {
    const { environment } = fake(() => answer(502, {}, standIn));
    const { result } = await runCheck(check(step("one", "/a")), environment, never);
    expect(result).toMatchObject({ outcome: "not_judged", reason: "no_answer" });
  });
});

it("an answer that breaks off in its body is neither passed nor failed, whatever came of it", async () => {
  const { environment } = fake(() => ({ ...answer(200, { object: "list" }), broken: true }));
  const reads = (path: string) => step("one", "/v1/models", { expect: [{ kind: "json", path, is: "list" }] });
  for (const path of ["object", "missing"]) {
    const { result } = await runCheck(check(reads(path)), environment, never);
    expect(result).toMatchObject({ outcome: "not_judged", reason: "broken_answer" });
  }
});

describe("a sound that can't be measured here", () => {
  const ogg = new TextEncoder().encode(`OggS${"\0".repeat(2_000)}`);
  const garbage = new Uint8Array(4_000).fill(7);
  const undecodable: MeasureSound = () => Promise.reject(new Error("This sound can't be decoded here."));
  const heard: MeasureSound = async () => ({
    ...{ duration: 1, peak: 0.5, loudness: -20, leadingSilence: 0, trailingSilence: 0 },
    voice: { pitch: undefined, halves: 0, windows: [[1]] },
  });
  const duration = { kind: "figure", of: "duration", least: 0.5 } as const;
  const loudness = { kind: "figure", of: "loudness", least: -40 } as const;
  const rate = { kind: "figure", of: "sample_rate", least: 8_000 } as const;
  const pitch = { kind: "figure", of: "pitch", least: 50 } as const;
  const stray = { kind: "figure", of: "stray", least: 0, most: 0 } as const;

  /** What becomes of a check of one step that expects this of a sound. */
  async function outcomeOf(
    sound: Uint8Array<ArrayBuffer>,
    type: string,
    measure: MeasureSound,
    ...expect: CheckStep["expect"]
  ) {
    const { environment } = fake(
      () => ({
        ...answer(200, {}, []),
        headers: [["content-type", type]],
        body: new Blob([sound], { type }),
      }),
      { measure },
    );
    const body = '{"model":"cloud-tts","input":"Hm.","voice":"en-US-AriaNeural"}';
    const request = { transport: "http", method: "POST", path: "/v1/audio/speech", body } as const;
    const { result } = await runCheck(check(step("one", "", { request, expect })), environment, never);
    return [result.outcome, result.reason];
  }

  it("because its format isn't read, or its codec isn't decoded, isn't judged", async () => {
    const unmeasured = ["not_judged", "unmeasured"];
    expect(await outcomeOf(ogg, "audio/ogg", undecodable, duration)).toEqual(unmeasured);
    expect(await outcomeOf(ogg, "audio/ogg", undecodable, loudness)).toEqual(unmeasured);
    expect(await outcomeOf(ogg, "audio/ogg", heard, duration, loudness)).toEqual(["passed", undefined]);
    expect(await outcomeOf(ogg, "audio/ogg", heard, rate)).toEqual(unmeasured);
    const tone = await toneMp3({ seconds: 1 });
    expect(await outcomeOf(tone, "audio/mpeg", undecodable, duration, rate)).toEqual(["passed", undefined]);
    expect(await outcomeOf(tone, "audio/mpeg", undecodable, duration, loudness)).toEqual(unmeasured);
    expect(await outcomeOf(toneWav(1), "audio/wav", undecodable, loudness)).toEqual(unmeasured);
  });

  it("because nothing tells the rate of its samples, is judged by what doesn't depend on it", async () => {
    const samples = new Uint8Array(96_000);
    const bytes = { kind: "figure", of: "bytes", least: 96_000, most: 96_000 } as const;
    for (const each of [duration, rate, loudness, pitch]) {
      expect(await outcomeOf(samples, "audio/pcm", heard, each)).toEqual(["not_judged", "unmeasured"]);
    }
    expect(await outcomeOf(samples, "audio/pcm", heard, bytes, stray)).toEqual(["passed", undefined]);
    expect(await outcomeOf(samples, "audio/pcm;rate=48000", heard, duration)).toEqual(["passed", undefined]);
  });

  it("fails all the same where what was judged is wrong, and where there is no sound in it", async () => {
    const codec: CheckStep["expect"][number] = { kind: "codec", is: ["mp3"] };
    expect(await outcomeOf(ogg, "audio/ogg", undecodable, codec, duration)).toEqual(["failed", undefined]);
    expect(await outcomeOf(garbage, "audio/mpeg", undecodable, duration)).toEqual(["failed", undefined]);
    expect(await outcomeOf(garbage, "audio/mpeg", undecodable, loudness)).toEqual(["failed", undefined]);
    const tone = await toneMp3({ seconds: 1 });
    expect(await outcomeOf(tone, "audio/mpeg", heard, pitch), "no voice in it").toEqual(["failed", undefined]);
  });
});
