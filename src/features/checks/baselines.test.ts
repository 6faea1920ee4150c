import { expect, it } from "vitest";
import type { ExchangeAnswer } from "../../api/exchange.ts";
import { writeReport } from "../../conformance/report/write.ts";
import { pastWith } from "../../conformance/run/result.ts";
import { answer, check, step } from "../../conformance/run/run-check.fixture.ts";
import { createFakeService, createTestPlayground } from "../../core/page/fake-service.fixture.ts";
import { openTestLibrary } from "../../core/takes/library.fixture.ts";
import { createBaselines } from "./baselines.ts";
import { createTestChecks } from "./checks.fixture.ts";
import { isRunning } from "./checks.ts";
import { inShort, linesOf } from "./figure-lines.ts";
import { openReport } from "./report.ts";
import { openedKind, reportOfFile, reportsOf, rowsOf, suiteKind } from "./reports.ts";
import { isSameSound, soundOf } from "./row-sound.ts";
import { baselineFor } from "./use-report-rows.ts";

const checks = ["a", "b"].map((id) => ({ ...check(step("one", `/v1/audio/speech/tasks/task_${id}`)), id }));
const whole = suiteKind("quick", "");

function checksOn(reply: () => ExchangeAnswer) {
  const { client } = createFakeService({ exchange: async () => reply() });
  const store = createTestChecks(createTestPlayground(client, openTestLibrary()));
  const run = () => {
    store.getState().run(checks, whole);
    return new Promise<void>((resolve) => {
      const stop = store.subscribe(({ progress }) => {
        if (isRunning(progress)) return;
        stop();
        resolve();
      });
    });
  };
  const reports = () => reportsOf(store.runs.getSnapshot().records, undefined);
  return { store, baselines: createBaselines(store), run, reports };
}

it("a run that is kept stays what it was, later runs are held against it, and it goes when it is deleted", async () => {
  let status = 200;
  const { store, baselines, run, reports } = checksOn(() => answer(status, {}));
  await run();
  baselines.getState().keep(whole, "Release 1");
  status = 404;
  await run();
  const last = reports().find(({ kind }) => kind === whole);
  const kept = last === undefined ? undefined : baselineFor(last, reports(), undefined);
  expect(kept).toMatchObject({ name: "Release 1", from: whole, of: 2 });
  if (last === undefined || kept === undefined) throw new Error("There is no report.");
  const outcomes = (of: typeof last) => rowsOf(of, checks, undefined).map(({ outcome }) => outcome);
  expect([outcomes(kept), outcomes(last)]).toEqual([
    ["passed", "passed"],
    ["failed", "failed"],
  ]);
  expect(baselineFor(last, reports(), "")).toBeUndefined();
  // A run isn't held against itself.
  expect(baselineFor(kept, reports(), kept.kind)).toBeUndefined();
  baselines.getState().forget(kept.kind);
  expect(reports().map(({ kind }) => kind)).toEqual([whole]);
  // Both runs are remembered by their figures, with the check and not with each of its runs.
  const records = store.runs.getSnapshot().records;
  expect(records.find(({ id }) => id === "suite:a")?.past).toHaveLength(2);
  expect(records.filter(({ run: of, past }) => of !== undefined && past !== undefined)).toEqual([]);
});

it("the sound of a run that is no take is kept as long as a run, the one before or a baseline has it", async () => {
  let round = 0;
  const { store, baselines, run, reports } = checksOn(() => {
    const headers = [["content-type", "audio/pcm; rate=8000"]] as const;
    return { ...answer(200, {}), headers, body: new Blob([new Uint8Array(800 + 2 * round)]) };
  });
  const soundsOf = (kind: string) => {
    const report = reports().find((each) => each.kind === kind);
    const places = { takes: openTestLibrary(), kept: store.sounds, opened: undefined };
    const last = report?.records.map((record) => record.last) ?? [];
    return Promise.all(last.map(async (each) => (await soundOf({ last: each, file: undefined }, places))?.blob.size));
  };
  await run();
  baselines.getState().keep(whole, "Release 1");
  const [kept] = reports().filter(({ from }) => from === whole);
  const [first] = reports().filter(({ kind }) => kind === whole);
  expect(isSameSound(first?.records[0]?.last, kept?.records[0]?.last)).toBe(true);
  for (round = 1; round <= 3; round++) await run();
  // Of the baseline, the last run and the one before, two checks each: what was spoken between is gone.
  expect(store.sounds.getSnapshot().records).toHaveLength(6);
  expect(await soundsOf(kept?.kind ?? "")).toEqual([800, 800]);
  expect(await soundsOf(whole)).toEqual([806, 806]);
  const [last] = reports().filter(({ kind }) => kind === whole);
  expect(isSameSound(last?.records[0]?.last, kept?.records[0]?.last)).toBe(false);
  baselines.getState().forget(kept?.kind ?? "");
  expect(store.sounds.getSnapshot().records).toHaveLength(4);
});

it("thirty runs are remembered, and a line has those of one service alone", () => {
  const resultAt = (at: number, address: string, figures: Readonly<Record<string, number>>) => ({
    outcome: "passed" as const,
    at,
    address,
    variables: {},
    steps: [
      { name: "control", headers: [], figures: { bytes: 1 }, verdicts: [], control: true as const },
      { name: "request", headers: [], figures, verdicts: [] },
    ],
  });
  const past = Array.from({ length: 40 }, (_, at) => at).reduce(
    (before, at) => pastWith(before, resultAt(at, at < 38 ? "one" : "other", { duration: at, bytes: 7 })),
    pastWith([], resultAt(0, "one", {})),
  );
  expect(past.map(({ at }) => at)).toEqual(Array.from({ length: 30 }, (_, at) => at + 10));
  expect(linesOf(past, "other")).toEqual([
    { step: "request", figure: "duration", values: [38, 39] },
    { step: "request", figure: "bytes", values: [7, 7] },
  ]);
  expect(linesOf(past.slice(-1), "other")).toEqual([]);
  expect(linesOf(past, "a service that was never asked")).toEqual([]);
});

it("the command line's report opens with its requests, answers and sound; other files don't", async () => {
  const { store, baselines, run, reports } = checksOn(() => answer(200, {}));
  await run();
  const [report] = reports();
  const rows = report === undefined ? [] : rowsOf(report, checks, undefined);
  const steps = [{ name: "one", headers: [], figures: { sample_rate: 8_000 }, codec: "pcm_s16le", verdicts: [] }];
  const heard = rows.map((row) => ({
    ...row,
    sound: `sound/${row.check.id}.raw`,
    record: { id: row.check.id, last: { outcome: "passed" as const, at: 1, variables: {}, steps } },
  }));
  const head = { name: "Nightly", at: 1_000, of: 2, again: 0, services: ["https://speech.example"] };
  const text = writeReport(head, heard, "json", "en");
  const opened = await openReport(new Blob([text]));
  if (typeof opened !== "object") throw new Error("It doesn't open.");
  expect(opened.rows.map(({ check: { id, steps: sent } }) => [id, sent[0]?.request])).toEqual(
    checks.map(({ id, steps: sent }) => [id, sent[0]?.request]),
  );
  baselines.getState().open(opened);
  baselines.getState().giveSounds([new File(["xx"], "a.raw")]);
  expect(store.getState()).toMatchObject({ reported: openedKind, view: "report" });
  expect(reportOfFile(opened)).toMatchObject({ kind: openedKind, name: "Nightly", of: 2 });
  const { opened: shown } = baselines.getState();
  const places = { takes: openTestLibrary(), kept: store.sounds, opened: shown };
  const sounds = await Promise.all(
    opened.rows.map(({ record, sound }) => soundOf({ last: record?.last, file: sound }, places)),
  );
  expect(sounds).toMatchObject([{ format: { codec: "pcm_s16le", sampleRate: 8_000, channels: 1 } }, undefined]);
  for (const other of ["{}", "[]", "no JSON"]) expect(await openReport(new Blob([other]))).toBeUndefined();
});

it("a figure's line rounds fractions, and no whole number", () => {
  expect([39_497, 11_025, 4_000, 100.04, -21.106_4, 0.035_678_9].map(inShort)).toEqual([
    39_497, 11_025, 4_000, 100, -21.11, 0.035_68,
  ]);
});
