import fc from "fast-check";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type CheckCase,
  caseLimits,
  checksOfCase,
  isOfCase,
  readCase,
  requestOfSpeech,
  speechOf,
  writeCases,
} from "../../conformance/checks/case.ts";
import { expectationSchema } from "../../conformance/checks/expectation.ts";
import { judge } from "../../conformance/checks/judge.ts";
import { suggestExpectations } from "../../conformance/checks/suggest.ts";
import { countOutcomes, reportOf } from "../../conformance/report/report.ts";
import type { CheckResult, RunRecord } from "../../conformance/run/result.ts";
import { createFakeService, createTestPlayground } from "../../core/page/fake-service.fixture.ts";
import { openTestLibrary, takeDetails, takeRow } from "../../core/takes/library.fixture.ts";
import { readRows, writeRows } from "./case-rows.ts";
import { afterTask, emptyExpectations, freeName, keptBeside, newAmong, newCase, nextStep, readCases } from "./cases.ts";
import { checksOf } from "./checks.ts";
import { keepTakeAsCase } from "./keep-case.ts";
import { en } from "./messages/en.ts";
import { observeTake } from "./observe-take.ts";
import { writeReport } from "./report.ts";

const kept: CheckCase = {
  id: "1",
  name: 'A | case, "quoted"',
  created: 5,
  request: { transport: "http", method: "POST", path: "/v1/audio/speech", body: '{"model":"cloud-tts"}' },
  expect: [{ kind: "status", least: 200, most: 200 }],
};

describe("cases", () => {
  const read = (text: string) => readCases(new Blob([text]));

  it("come back from their file as they were, and what can't be read is counted", async () => {
    expect(await read(writeCases([kept]))).toEqual({ cases: [kept], unread: 0 });
    const damaged = writeCases([kept]).replace('"least": 200', '"least": "many"');
    expect(await read(damaged)).toEqual({ cases: [], unread: 1 });
    for (const other of ["{", "[]", '{"cases":[]}']) expect(await read(other)).toBeUndefined();
  });

  it("from a file that is larger than a page can take are refused as a whole, before it is read", async () => {
    let reads = 0;
    const files = {
      async document() {
        reads++;
        return { content: undefined, damage: undefined };
      },
      close() {},
    };
    expect(await readCases(new Blob(["x".repeat(caseLimits.bytes + 1)]), files)).toBe("too_large");
    expect(reads).toBe(0);
    const many = Array.from({ length: caseLimits.cases + 1 }, () => 1);
    expect(await read(JSON.stringify({ kind: "speech-playground-cases", cases: many }))).toBe("too_large");
    const ofTooManyValues = { ...files, document: async () => ({ content: undefined, damage: "too_large" as const }) };
    expect(await readCases(new Blob(["{}"]), ofTooManyValues)).toBe("too_large");
  });

  it("from a file go to the speech service only", async () => {
    const going = (path: string) => writeCases([{ ...kept, request: { transport: "http", method: "GET", path } }]);
    for (const path of [
      ...[
        "https://evil.example/v1/models",
        "//evil.example/v1/",
        "/\\evil.example/v1/models",
        "@evil.example/v1/models",
      ],
      ...["/v1/../playground/session", "/v1/../v1/models", "/v1/models\t", "/v1\\models", "/v1/%6dodels", "/", ""],
      ...["/v1/{{reference}}", "{{base}}/v1/models", "/v1/audio/speech/websocket?model=m"],
    ])
      expect(await read(going(path)), path).toEqual({ cases: [], unread: 1 });
    expect(await read(going("/v1/audio/speech/tasks/task_1/content?x=/../"))).toMatchObject({ unread: 0 });
  });

  it("an edited case takes its own place, and stands beside what another tab has made of that meanwhile", () => {
    const mine = { ...kept, tags: ["mine"] };
    const theirs = { ...kept, tags: ["theirs"] };
    expect(keptBeside(mine, kept, [{ ...kept }], "fresh")).toEqual(mine);
    // It was removed there, or is a new one.
    expect(keptBeside(mine, kept, [], "fresh")).toEqual(mine);
    expect(keptBeside(mine, kept, [theirs], "fresh")).toEqual({ ...mine, id: "fresh", name: `${kept.name} (2)` });
  });

  it("that are here already don't come a second time, and a name is given once", () => {
    const other = { ...kept, name: "Another" };
    const again = { ...kept, id: "2", created: 9 };
    expect(newAmong([again, other, { ...other, id: "3" }], [kept])).toEqual([other]);
    expect(["New", "Another", kept.name].map((name) => freeName(name, [kept, other, { name: "Another (2)" }]))).toEqual(
      ["New", "Another (3)", `${kept.name} (2)`],
    );
  });

  it("are checks whose tasks are waited for", () => {
    expect(checksOfCase(kept)).toMatchObject([{ id: "case:1", steps: [{ request: kept.request }] }]);
    expect(checksOfCase(kept)[0]?.steps[0]?.follow).toBeUndefined();
    const task = { ...kept, request: { ...kept.request, path: "/v1/audio/speech/tasks" } };
    expect(checksOfCase(task)[0]?.steps[0]?.follow).toBe(true);
  });

  it("hold the request as it was sent", () => {
    const speech = { endpoint: "speech", path: "/v1/audio/speech", body: "{ odd }" } as const;
    const socket = { endpoint: "websocket", path: "/v1/audio/speech/websocket?model=x", body: "{}" } as const;
    expect([speech, socket].map((request) => speechOf(requestOfSpeech(request)))).toEqual([speech, socket]);
    expect(speechOf({ transport: "http", method: "GET", path: "/v1/models" })).toBeUndefined();
  });

  it("can be given each kind of expectation that the form names", () => {
    const kinds = emptyExpectations.map((each) => expectationSchema.parse(each).kind);
    expect(kinds).toEqual(Object.keys(en.editor.kinds));
  });
});

describe("what is known of a take", () => {
  it("is what can be expected of it again", () => {
    const row = takeRow("a", {
      status: "complete",
      httpStatus: 200,
      sound: "whole",
      format: { codec: "mp3" },
      facts: { bytes: 9, duration: 2, sampleRate: 44_100, channels: 1, bitrate: 192 },
      times: { firstAudio: 120 },
    });
    const details = takeDetails("a", { headers: [["content-type", "audio/mpeg"]] });
    const observation = observeTake(row, details, {
      ...{ peak: 0.5, loudness: -20, leadingSilence: 0.1, trailingSilence: 0.2, clipped: 0 },
      ...{ duration: 2, sampleRate: 44_100, channels: 1 },
    });
    const expectations = suggestExpectations(observation);
    expect(expectations.map((each) => (each.kind === "figure" ? each.of : each.kind))).toEqual([
      ...["status", "codec", "header", "duration", "sample_rate", "channels", "bitrate", "first_byte"],
      ...["leading_silence", "trailing_silence", "loudness"],
    ]);
    for (const expectation of expectations) expect(judge(expectation, observation).ok).toBe(true);
  });

  it("has the frames of a WebSocket and its words", () => {
    const entries = [
      { at: 1, type: "frame", direction: "sent", kind: "text", text: "{}" },
      { at: 2, type: "frame", direction: "received", kind: "binary", size: 3 },
      { at: 3, type: "frame", direction: "received", kind: "text", text: '{"type": "progress"}' },
      { at: 4, type: "frame", direction: "received", kind: "text", text: '{"type":"complete"}' },
      { at: 5, type: "closed", code: 1_000 },
    ];
    const row = takeRow("a", { transport: "websocket", format: { codec: "mp3" } });
    const details = takeDetails("a", {
      log: { entries, dropped: 0 },
      words: [{ type: "progress", message: [{ word: "The", start: 0, end: 1 }] }],
    });
    expect(observeTake(row, details)).toMatchObject({
      status: undefined,
      frames: "bpc",
      figures: { close_code: 1_000, words: 1 },
      granularity: "word",
    });
  });
});

describe("a report", () => {
  const result = (outcome: CheckResult["outcome"], was: string): CheckResult => ({
    outcome,
    at: 1_000,
    service: "remote",
    address: "https://speech.example",
    variables: {},
    steps: [
      {
        name: "request",
        headers: [],
        figures: {},
        verdicts: [{ expectation: { kind: "status", least: 200, most: 200 }, ok: outcome === "passed", was }],
      },
    ],
  });
  const checks = ["1", "2", "3"].flatMap((id) => checksOfCase({ ...kept, id }));
  const records: RunRecord[] = [
    { id: "case:1", last: result("failed", "400"), before: result("passed", "200") },
    { id: "case:2", last: result("passed", "200"), before: result("passed", "200") },
  ];
  const rows = reportOf(checks, records);
  const head = { name: "All cases", at: 1_000, of: 3, again: 0, services: ["speech.example"] };

  it("says what passed, what failed, what has changed, and what was never run", () => {
    expect(rows.map(({ outcome, changed }) => [outcome, changed])).toEqual([
      ["failed", true],
      ["passed", false],
      ["not_judged", false],
    ]);
    expect(countOutcomes(rows)).toEqual({ passed: 1, failed: 1, not_judged: 1, changed: 1 });
  });

  it("can be taken out as JSON, Markdown and CSV", () => {
    expect(JSON.parse(writeReport(head, rows, "json", "en"))).toMatchObject({
      summary: {
        name: "All cases",
        at: "1970-01-01T00:00:01.000Z",
        services: ["speech.example"],
        ...{ checks: 3, passed: 1, failed: 1, not_judged: 1, changed: 1, run_again: 0 },
      },
      checks: [
        { id: "case:1", outcome: "failed", changed: true, requests: [{ request: { path: "/v1/audio/speech" } }] },
        { id: "case:2" },
        { id: "case:3", outcome: "not_judged" },
      ],
    });
    const [summary, table = ""] = writeReport(head, rows, "md", "en").split("\n\n");
    expect(summary).toContain("| services | speech.example |");
    const markdown = table.split("\n");
    expect(markdown).toHaveLength(6);
    expect(markdown[2]).toContain('A \\| case, "quoted"');
    expect(markdown[2]).toContain("request: HTTP status: expected 200, was 400");
    const csv = writeReport(head, rows, "csv", "zh").split("\r\n");
    // Without it Excel reads Chinese as something else.
    expect(csv[0]).toMatch(/^\ufeff/);
    expect(csv[1]).toContain('"A | case, ""quoted"""');
    expect(csv[1]).toContain("HTTP 状态：应为 200，实为 400");
  });

  it("holds nothing that a spreadsheet would run", () => {
    const odd = reportOf(checksOfCase({ ...kept, name: "=1+1" }), []);
    expect(writeReport(head, odd, "csv", "en")).toContain(`,"'=1+1",`);
  });
});

it("a table is read as a spreadsheet copies it, or with commas, and comes back as it was", () => {
  expect(readRows("text,speed\nHello.,1\n\nBye., 2 ")).toEqual([
    { text: "Hello.", speed: "1" },
    { text: "Bye.", speed: "2" },
  ]);
  expect(readRows("text\tspeed\nOne, two.\t1\nThree.")).toEqual([
    { text: "One, two.", speed: "1" },
    { text: "Three.", speed: "" },
  ]);
  expect(readRows('text,speed\n"One, ""two"".",1,\n "" , 2\nA "word",3\n,4')).toEqual([
    { text: 'One, "two".', speed: "1" },
    { text: "", speed: "2" },
    { text: 'A "word"', speed: "3" },
    { text: "", speed: "4" },
  ]);
  expect(readRows("text\nOne, two.")).toEqual([{ text: "One, two." }]);
  for (const more of ["text,speed\nOne, two.,1", "a\tb\n1\t2\t3"]) expect(readRows(more)).toBe("values");
  expect(readRows("  ")).toEqual([]);
  for (const wrong of ["a b", "a,a", "{{a}}", "é"]) expect(readRows(`${wrong}\n1`)).toBe("names");
  const cell = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\t\r\n]/g, "").trim());
  const rows = fc.array(fc.record({ text: cell.filter((text) => text !== ""), speed: cell }), { minLength: 1 });
  fc.assert(
    fc.property(rows, (some) => {
      expect(readRows(writeRows(some))).toEqual(some);
    }),
  );
});

it("a case with a table is a check for each row; one whose task others follow doesn't wait for it itself", () => {
  const task = {
    ...newCase("7", 0),
    name: "A task",
    request: {
      transport: "http" as const,
      method: "POST" as const,
      path: "/v1/audio/speech/tasks",
      body: '"{{text}}"',
    },
    take: { task: "id" },
    next: afterTask.map((step) => ({ ...step, expect: [...step.expect] })),
    rows: [{ text: 'a "b"' }, { text: "c" }],
  };
  expect(readCase(task)).toEqual(task);
  const made = checksOfCase(task);
  expect(made.map(({ id, rule }) => [id, rule.en])).toEqual([
    ["case:7.1", 'A task · a "b"'],
    ["case:7.2", "A task · c"],
  ]);
  expect(made[0]?.steps[0]).toMatchObject({ request: { body: '"a \\"b\\""' }, take: { task: "id" } });
  expect(made[0]?.steps.map(({ follow }) => follow)).toEqual([undefined, undefined, undefined, undefined]);
  expect(made[0]?.steps[1]).toMatchObject({
    until: { path: "status" },
    request: { path: expect.stringMatching(/\{\{task\}\}$/) },
  });
  expect([isOfCase("case:7.2", "7"), isOfCase("case:77", "7"), isOfCase("case:7", "7")]).toEqual([true, false, true]);
  // Whatever follows goes to documented addresses alone.
  const elsewhere = { ...task, next: [{ ...nextStep, request: { ...nextStep.request, path: "/v1/{{task}}" } }] };
  expect(readCase(elsewhere)).toBeUndefined();
});

it("a check that is being written is kept as it stands where another is made of a take; else it stays", async () => {
  vi.stubGlobal("navigator", {});
  onTestFinished(() => void vi.unstubAllGlobals());
  const playground = createTestPlayground(createFakeService().client, openTestLibrary());
  const row = takeRow("a", { status: "complete", excerpt: "Hello." });
  playground.library.begin(row, takeDetails("a"));
  const checks = checksOf(playground);
  const names = () => checks.cases.getSnapshot().records.map(({ name }) => name);
  const { edit, changeDraft } = checks.getState();
  edit(newCase("1", 0));
  await keepTakeAsCase(playground, row);
  expect([names(), checks.getState().draft?.name]).toEqual([[], "Hello."]);
  changeDraft({ name: "Mine" });
  await keepTakeAsCase(playground, row);
  expect([names(), checks.getState().draft?.name]).toEqual([["Mine"], "Hello."]);
  changeDraft({ table: "no table" });
  await keepTakeAsCase(playground, row);
  expect([names().sort(), checks.getState().draft?.table]).toEqual([["Hello.", "Mine"], "no table"]);
  // What another tab has made of it meanwhile stays.
  const [mine] = checks.cases.getSnapshot().records.filter(({ name }) => name === "Mine");
  if (mine === undefined) throw new Error("it wasn't kept");
  edit(mine);
  changeDraft({ tags: "here" });
  checks.cases.put({ ...mine, tags: ["there"] });
  await keepTakeAsCase(playground, row);
  const kept = checks.cases.getSnapshot().records.map(({ name, tags }) => [name, tags ?? []]);
  expect(kept).toContainEqual(["Mine", ["there"]]);
  expect(kept).toContainEqual(["Mine (2)", ["here"]]);
});
