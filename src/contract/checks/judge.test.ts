import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { interfaceLanguages } from "../language.ts";
import { describeVerdict, subjectOf, wantedOf } from "./describe.ts";
import { type Expectation, expectationSchema, type Figure, figureNames } from "./expectation.ts";
import { judge, patternsOf } from "./judge.ts";
import type { Observation } from "./observation.ts";
import { suggestExpectations } from "./suggest.ts";

const spoken: Observation = {
  status: 200,
  headers: [
    ["content-type", "audio/mpeg"],
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
};
const earlier = new Map<string, Observation>([
  ["whole", { headers: [], figures: { duration: 1 }, bytes: Uint8Array.of(1, 2, 3, 4, 5, 6) }],
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
  [
    { kind: "compared", of: "duration", step: "whole" },
    { kind: "compared", of: "duration", step: "nobody" },
    undefined,
  ],
  [{ kind: "times", granularity: "word" }, { kind: "times", granularity: "sentence" }, "2 × word, 0–1.9 s"],
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
  [{ kind: "part", step: "whole", from: 2, to: 5 }, { kind: "part", step: "whole", from: 1, to: 4 }, "3 B ≠ @0"],
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
      if ("absent" in met) continue;
      expect(judge(met, { headers: [], figures: {} }).ok, met.kind).toBe(false);
    }
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
