import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interfaceLanguages } from "../../contract/language.ts";
import { parseTimestamps, timesAsTold } from "../../contract/timestamps.ts";
import { describeVerdict, subjectOf, wantedOf } from "./describe.ts";
import { type Expectation, expectationSchema, type Figure, figureNames } from "./expectation.ts";
import { judge, patternsOf } from "./judge.ts";
import type { Observation } from "./observation.ts";
import { suggestExpectations } from "./suggest.ts";

const spoken: Observation = {
  status: 200,
  headers: [
    ["content-type", "audio/mpeg"],
    ["content-range", "bytes 2-4/6"],
    ["x-request-id", "r-1"],
  ],
  json: { id: "task_1", object: "list", data: [{ id: "a" }, { id: "b" }], count: 2, deep: { empty: null } },
  error: { message: "Speed is too large.", type: "invalid_request_error", param: "Speed", code: "out_of_range" },
  codec: "mp3",
  figures: { duration: 2, bytes: 48_000, bitrate: 192, words: 2, close_code: 1_000 },
  timings: [
    { text: "Good", start: 0, end: 0.5 },
    { text: "morning.", start: 0.6, end: 1.9 },
  ],
  granularity: "word",
  script: "Good morning.",
  task: "completed",
  frames: "bbpc",
  bytes: Uint8Array.of(3, 4, 5),
  windows: Array.from({ length: 8 }, (_, at) => [at, -at * 2, 0]),
};
const earlier = new Map<string, Observation>([
  [
    "whole",
    {
      status: 200,
      headers: [],
      figures: { duration: 1 },
      bytes: Uint8Array.of(1, 2, 3, 4, 5, 6),
      windows: Array.from({ length: 20 }, (_, at) => [-at, at * 2, 0]),
    },
  ],
]);

/** Each with what makes it fail, and what is told then. */
const rows: readonly (readonly [met: Expectation, unmet: Expectation, was: string | undefined])[] = [
  [{ kind: "status", least: 200, most: 299 }, { kind: "status", least: 400, most: 499 }, "200"],
  [{ kind: "error", field: "param", is: "Speed" }, { kind: "error", field: "param", is: "speed" }, "Speed"],
  [
    { kind: "error", field: "message", contains: "too LARGE" },
    { kind: "error", field: "message", contains: "small" },
    "Speed is too large.",
  ],
  [{ kind: "codec", is: ["wav", "mp3"] }, { kind: "codec", is: ["wav"] }, "mp3"],
  [{ kind: "figure", of: "duration", least: 2, most: 2 }, { kind: "figure", of: "duration", least: 2.001 }, "2"],
  [{ kind: "figure", of: "words", most: 2 }, { kind: "figure", of: "loudness", most: 0 }, undefined],
  [
    { kind: "compared", of: "duration", step: "whole", least: 1.9, most: 2.1 },
    { kind: "compared", of: "duration", step: "whole", most: 1.9 },
    "2 ×",
  ],
  [{ kind: "alike", step: "whole", most: 0 }, { kind: "alike", step: "whole", least: 0.5 }, "-0.997"],
  [{ kind: "times", granularity: "word" }, { kind: "times", granularity: "sentence" }, "2 × word, 0–1.9 s: word"],
  [{ kind: "task", is: "completed" }, { kind: "task", is: "failed" }, "completed"],
  [{ kind: "header", name: "x-request-id" }, { kind: "header", name: "etag" }, undefined],
  [
    { kind: "header", name: "content-type", matches: "^audio/" },
    { kind: "header", name: "content-type", is: "audio/wav" },
    "audio/mpeg",
  ],
  [{ kind: "header", name: "location", absent: true }, { kind: "header", name: "x-request-id", absent: true }, "r-1"],
  [{ kind: "json", path: "data.*.id", type: "string" }, { kind: "json", path: "data.*.id", is: "a" }, "a, b"],
  [{ kind: "json", path: "count", type: "integer" }, { kind: "json", path: "count", is: "2" }, "2"],
  [{ kind: "json", path: "id", matches: "^task_" }, { kind: "json", path: "id", matches: "^job_" }, "task_1"],
  [{ kind: "json", path: "deep.empty", is: null }, { kind: "json", path: "deep.empty", type: "object" }, "null"],
  [{ kind: "json", path: "nothing", absent: true }, { kind: "json", path: "constructor" }, undefined],
  [{ kind: "frames", is: "b+p+c" }, { kind: "frames", is: "b+cp" }, "bbpc"],
  [
    { kind: "part", step: "whole", from: 2, to: 5 },
    { kind: "part", step: "whole", from: 1, to: 4 },
    "3 B, ≠ @0, bytes 2-4/6",
  ],
  [
    { kind: "header", name: "etag", matches: "x", optional: true },
    { kind: "header", name: "content-type", matches: "x", optional: true },
    "audio/mpeg",
  ],
];

describe("a verdict", () => {
  it.each(rows)("%j", (met, unmet, was) => {
    expect(expectationSchema.parse(met)).toEqual(met);
    expect(judge(met, spoken, earlier)).toMatchObject({ ok: true });
    expect(judge(unmet, spoken, earlier)).toEqual({ expectation: unmet, ok: false, was });
  });

  it("says why a pattern said nothing", () => {
    const unreadable = { kind: "json", path: "id", matches: "(" } as const;
    expect(judge(unreadable, spoken)).toEqual({ expectation: unreadable, ok: false, was: "task_1", why: "unreadable" });
    const slow = judge({ kind: "frames", is: "b+" }, spoken, earlier, () => "too_slow");
    expect(slow).toMatchObject({ ok: false, was: "bbpc", why: "too_slow" });
    expect(patternsOf({ kind: "frames", is: "b+" }, spoken)).toEqual([["^(?:b+)$", "bbpc"]]);
  });

  it("of a WebSocket's order is the one that the frames' own view has", () => {
    const order = (remarks: Observation["order"]) => judge({ kind: "order" }, { ...spoken, order: remarks });
    expect(describeVerdict(order([]), "en")).toBe("Order of the frames: as section 6 says");
    expect(describeVerdict(order(["no_progress", "no_close_frame"]), "en")).toBe(
      "Order of the frames: expected as section 6 says, was no_progress, no_close_frame",
    );
    expect(order(undefined).ok).toBe(false);
  });

  it("says what was expected and what was, in each language", () => {
    const verdict = judge({ kind: "figure", of: "duration", least: 3, most: 4 }, spoken);
    expect(describeVerdict(verdict, "en")).toBe("Duration: expected from 3 to 4 s, was 2 s");
    expect(describeVerdict(verdict, "zh")).toBe("时长：应为 3 至 4 s，实为 2 s");
    const frames = judge({ kind: "frames", is: "b+cp" }, spoken);
    expect(describeVerdict(frames, "en")).toBe(
      "Frames: expected binary+ → complete → progress, was binary × 2 → progress → complete",
    );
    for (const [met, unmet] of rows) {
      for (const language of interfaceLanguages) {
        for (const expectation of [met, unmet]) {
          expect(subjectOf(expectation, language)).not.toBe("");
          expect(wantedOf(expectation, language)).not.toMatch(/undefined|^$/);
        }
      }
    }
  });

  it("is that of failure where nothing came, whatever is expected but an absence", () => {
    for (const [met] of rows) {
      if ("absent" in met || "optional" in met) continue;
      expect(judge(met, { headers: [], figures: {} }).ok, met.kind).toBe(false);
    }
  });

  it("isn't given where what it is compared with wasn't accepted, and where nobody can listen", () => {
    const compared = { kind: "compared", of: "duration", step: "whole" } as const;
    expect(judge(compared, spoken)).toMatchObject({ ok: false, unjudged: "no_control" });
    const refused = new Map([["whole", { status: 400, headers: [], figures: {} }]]);
    expect(judge(compared, spoken, refused)).toMatchObject({ ok: false, unjudged: "control_refused" });
    const pitch = { kind: "figure", of: "pitch", least: 50 } as const;
    expect(judge(pitch, { ...spoken, unmeasured: ["pitch"] })).toMatchObject({ unjudged: "unmeasured" });
    expect(judge(pitch, spoken).unjudged).toBeUndefined();
    // What it is compared with wasn't measured either; times over a sound of unknown length may lie beyond its end.
    const whole = { ...spoken, unmeasured: ["duration", "likeness"] } as const;
    const earlier = new Map([["whole", whole]]);
    expect(judge(compared, spoken, earlier)).toMatchObject({ unjudged: "unmeasured" });
    expect(judge({ kind: "alike", step: "whole", least: 0.5 }, spoken, earlier).unjudged).toBe("unmeasured");
    const ofUnknown = { ...spoken, figures: {}, unmeasured: ["duration"] } as const;
    expect(judge({ kind: "times" }, ofUnknown).unjudged).toBe("unmeasured");
    const backwards = [{ text: "One", start: 1, end: 0.5 }];
    expect(judge({ kind: "times" }, { ...ofUnknown, timings: backwards }).unjudged).toBeUndefined();
  });

  it.each([
    [
      "late by 100 s",
      [
        [100, 100.5],
        [100.6, 101.9],
      ],
    ],
    [
      "end before start",
      [
        [0.5, 0],
        [1.9, 0.6],
      ],
    ],
    [
      "reversed",
      [
        [0.6, 1.9],
        [0, 0.5],
      ],
    ],
    [
      "below zero",
      [
        [-0.5, 0.1],
        [0.6, 1.9],
      ],
    ],
    [
      "in the first tenth of the sound",
      [
        [0, 0.05],
        [0.06, 0.19],
      ],
    ],
    [
      "in milliseconds that are said to be seconds",
      [
        [0, 500],
        [600, 1_900],
      ],
    ],
    [
      "without numbers",
      [
        [Number.NaN, 0.5],
        [0.6, 1.9],
      ],
    ],
  ])("isn't met by times %s", (_, entries) => {
    const document = { unit: "seconds", timestamps: entries.map(([start, end]) => ({ word: "x", start, end })) };
    const { timings, granularity, unit } = parseTimestamps(document, 2);
    const observation = { ...spoken, timings, granularity, unit, told: [timesAsTold(document)] };
    expect(judge({ kind: "times" }, observation).ok).toBe(false);
  });

  it("is judged whatever the number of times", () => {
    const timings = Array.from({ length: 300_000 }, (_, at) => ({ text: "a", start: at, end: at + 1 }));
    expect(judge({ kind: "times" }, { ...spoken, timings, figures: { duration: 300_000 } }).ok).toBe(true);
  });

  it("isn't met by one word for a sentence, nor by the same frame twice", () => {
    const one = { ...spoken, timings: [{ text: "Good morning dear listeners", start: 0, end: 1.9 }] };
    expect(judge({ kind: "times", granularity: "word" }, { ...one, script: "Good morning, dear listeners." }).ok).toBe(
      false,
    );
    const frame = timesAsTold({ words: [{ word: "Good", start: 0, end: 1.9 }] });
    expect(judge({ kind: "times" }, { ...spoken, told: [frame, frame] }).ok).toBe(false);
  });

  const look = (status: string, progress: number, more: object = {}) => ({
    ...{ id: "task_1", object: "audio.speech", model: "streamspeech-v8", created_at: 1_700_000_000, status, progress },
    ...more,
  });
  const observed = (...looks: readonly object[]): Observation => ({ status: 200, headers: [], figures: {}, looks });

  it("is met by a task that goes forward", () => {
    const looks = [look("queued", 0), look("in_progress", 40), look("in_progress", 40), look("completed", 100)];
    expect(judge({ kind: "life" }, observed(...looks))).toMatchObject({
      ok: true,
      was: "queued → in_progress → completed",
    });
  });

  it.each([
    ["progress of 130", [look("in_progress", 130)]],
    ["a state of its own", [look("running", 50)]],
    ["completed, and then queued", [look("completed", 100), look("queued", 100)]],
    ["another model", [look("in_progress", 50, { model: "refvoice-2" })]],
    ["another object", [look("in_progress", 50, { object: "task" })]],
    ["another time of making", [look("in_progress", 50, { created_at: 1 })]],
  ])("isn't met by a task with %s", (_, looks) => {
    expect(judge({ kind: "life" }, observed(look("queued", 0), ...looks)).ok).toBe(false);
  });

  it.each([
    ["goes back to the queue", [look("in_progress", 40), look("queued", 40), look("completed", 100)]],
    ["loses progress", [look("in_progress", 60), look("in_progress", 30)]],
  ])("is met by a task that %s, unless it must go forward", (_, looks) => {
    expect(judge({ kind: "life" }, observed(...looks)).ok).toBe(true);
    expect(judge({ kind: "life", forward: true }, observed(...looks)).ok).toBe(false);
  });

  it("is met by the headers of the file that was sent, and by no others", () => {
    const file = (length: number, type: string): Observation => ({
      status: 200,
      headers: [
        ["content-length", String(length)],
        ["content-type", type],
      ],
      figures: {},
      bytes: new Uint8Array(6),
    });
    const sent = new Map([["content", file(6, "audio/mpeg")]]);
    const head = { kind: "head", step: "content" } as const;
    expect(judge(head, file(6, "audio/mpeg"), sent).ok).toBe(true);
    expect(judge(head, file(7, "audio/mpeg"), sent).ok).toBe(false);
    expect(judge(head, file(6, "audio/wav"), sent).ok).toBe(false);
    expect(judge(head, { ...file(6, ""), headers: [] }, sent).ok).toBe(true);
  });

  it("isn't met by a part whose content-range has another total", () => {
    const part = { kind: "part", step: "whole", from: 2, to: 5 } as const;
    const told = (range: string) => ({ ...spoken, headers: [["content-range", range]] }) as const;
    expect(judge(part, told("bytes 2-4/6"), earlier).ok).toBe(true);
    expect(judge(part, told("bytes 2-4/7"), earlier).ok).toBe(false);
    expect(judge(part, told(""), earlier).ok).toBe(false);
    expect(
      judge(
        { kind: "part", step: "whole", from: -3 },
        { ...told("bytes 3-5/6"), bytes: Uint8Array.of(4, 5, 6) },
        earlier,
      ).ok,
    ).toBe(true);
  });

  it("is met by either of two answers where the document leaves open which", () => {
    const closed = { kind: "status", least: 400, most: 499, orClosed: true } as const;
    const refused = (frames: string, code?: number) => ({ headers: [], frames, figures: { close_code: code } });
    const sockets = [refused("e", 1_008), refused("", 1_008), refused("be", 1_008), refused("e")];
    expect(sockets.map((each) => judge(closed, each).ok)).toEqual([true, true, false, false]);
    expect([403, 500].map((status) => judge(closed, { status, headers: [], figures: {} }).ok)).toEqual([true, false]);
    const failed = { kind: "task", is: "failed", orRefused: true } as const;
    expect([200, 422, 500].map((status) => judge(failed, { ...spoken, status }).ok)).toEqual([false, true, false]);
    const named = { kind: "json", path: "timestamps_url", matches: "^/", optional: true } as const;
    const tasks = [{}, { timestamps_url: "/t" }, { timestamps_url: "t" }, undefined];
    expect(tasks.map((json) => judge(named, { ...spoken, json }).ok)).toEqual([true, true, false, false]);
    const timeless = { ...spoken, timings: undefined, timeless: true } as const;
    for (const each of [{ kind: "times" }, { kind: "script" }, { kind: "figure", of: "words", least: 1 }] as const) {
      expect(judge(each, timeless).unjudged).toBe("lacks");
    }
  });

  it("isn't met by a list one of whose entries lacks the value, nor by none unless it may be empty", () => {
    const models = { ...spoken, json: { data: [{ id: "a" }, {}] } };
    const orNone = { kind: "json", path: "data.*.id", type: "string", empty: true } as const;
    expect(judge(orNone, models).ok).toBe(false);
    const others = [{ data: [] }, { data: {} }, {}].map((json) => judge(orNone, { ...spoken, json }).ok);
    expect(others).toEqual([true, false, false]);
    expect(judge({ kind: "json", path: "data.*.id", type: "string" }, models).ok).toBe(false);
    expect(judge({ kind: "json", path: "data.*.id" }, models).ok).toBe(false);
    expect(judge({ kind: "json", path: "data.*.key", absent: true }, models).ok).toBe(true);
  });

  it("isn't met by times out of order, or behind the sound's end", () => {
    const times: Expectation = { kind: "times" };
    expect(judge(times, { ...spoken, timings: spoken.timings?.toReversed() }).ok).toBe(false);
    expect(judge(times, { ...spoken, figures: { duration: 1 } }).ok).toBe(false);
    expect(judge({ kind: "script" }, spoken).ok).toBe(true);
    expect(judge({ kind: "script" }, { ...spoken, script: "Good evening." }).ok).toBe(false);
    expect(judge({ kind: "script" }, { ...spoken, script: "good, Morning" }).ok).toBe(true);
  });
});

describe("what is suggested", () => {
  const figureValue = fc.double({ min: -60, max: 100_000, noNaN: true });
  const observations: fc.Arbitrary<Observation> = fc.record({
    status: fc.option(fc.integer({ min: 200, max: 599 }), { nil: undefined }),
    headers: fc.array(fc.tuple(fc.constantFrom("content-type", "etag"), fc.string()), { maxLength: 3 }),
    error: fc.option(fc.record({ message: fc.string(), code: fc.string(), param: fc.string() }), { nil: undefined }),
    codec: fc.option(fc.constantFrom("mp3", "wav", "audio/odd"), { nil: undefined }),
    figures: fc
      .array(fc.tuple(fc.constantFrom<Figure>(...figureNames), figureValue))
      .map((pairs) => Object.fromEntries(pairs)),
    timings: fc.option(
      fc.array(fc.record({ text: fc.string(), start: figureValue, end: figureValue }), { maxLength: 4 }),
      { nil: undefined },
    ),
    granularity: fc.constantFrom("word", "sentence", "unknown"),
    script: fc.string(),
    task: fc.option(fc.string(), { nil: undefined }),
    frames: fc.option(fc.string({ unit: fc.constantFrom("b", "p", "c", "e", "o") }), { nil: undefined }),
  });

  it("is always met by what it was made of", () => {
    fc.assert(
      fc.property(observations, (observation) => {
        for (const expectation of suggestExpectations(observation)) {
          expect(expectationSchema.parse(expectation)).toEqual(expectation);
          expect(judge(expectation, observation)).toMatchObject({ ok: true });
        }
      }),
    );
  });

  it("is about everything that a take of speech is known by", () => {
    const kinds = suggestExpectations(spoken).map((each) => (each.kind === "figure" ? each.of : each.kind));
    expect(kinds).toEqual([
      ...["status", "error", "error", "error", "codec", "header", "duration", "bitrate", "words", "close_code"],
      ...["task", "frames", "times", "script"],
    ]);
    expect(suggestExpectations(spoken)).toContainEqual({ kind: "figure", of: "duration", least: 1.8, most: 2.2 });
  });

  it("isn't met by an answer that differs in it", () => {
    const refused: Observation = { status: 400, headers: [], figures: {} };
    for (const expectation of suggestExpectations(spoken)) expect(judge(expectation, refused).ok).toBe(false);
  });
});
