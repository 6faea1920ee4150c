import { expect, it } from "vitest";
import { checksOfCase } from "../checks/case.ts";
import { fingerprintOf } from "../checks/check.ts";
import type { RunRecord } from "../run/result.ts";
import { baselineOf, entryFor, figuresMoved, rowBeside } from "./baseline.ts";
import { readReport } from "./read.ts";
import { failuresOf, type ReportRow, reportOf } from "./report.ts";
import { writeReport } from "./write.ts";

const result = (figures: Readonly<Record<string, number>>, control?: true): RunRecord["last"] => ({
  outcome: "passed",
  at: 1,
  variables: {},
  steps: [{ name: "request", headers: [], figures, verdicts: [], ...(control === undefined ? {} : { control }) }],
});
const request = { transport: "http", method: "GET", path: "/v1/models" } as const;
const rowOf = (last: RunRecord["last"]): readonly ReportRow[] =>
  reportOf(checksOfCase({ id: "1", name: "A case", created: 0, request, expect: [] }), [{ id: "case:1", last }]);
const head = { name: "Cases", at: 1_000, of: 1, again: 0, services: [] };

it.each([
  ["duration", 2, 2.1, false],
  ["duration", 10, 10.5, false],
  ["duration", 10, 9.4, true],
  ["loudness", -20, -21.5, false],
  ["loudness", -20, -18, true],
  ["words", 5, 5, false],
  ["words", 5, 4, true],
  ["first_byte", 100, 2_050, false],
  ["first_byte", 2_000, 6_001, true],
  // Earlier than before is no fault, and other figures have limits of their own.
  ["first_byte", 9_000, 100, false],
  ["pitch", 100, 300, false],
])("%s from %d to %d: moved too far is %s", (of, was, is, moved) => {
  const lines = figuresMoved(result({ [of]: was }), result({ [of]: is }), "en");
  expect(lines.length > 0).toBe(moved);
  expect(figuresMoved(result({ [of]: was }), result({ [of]: is }, true), "en")).toEqual([]);
});

it.each([
  ["duration", 1],
  ["words", 1],
  ["loudness", 0],
  ["word_errors", 0],
])("%s that is gone: %d line says so", (of, count) => {
  const lines = figuresMoved(result({ [of]: 3 }), result({ bytes: 0 }), "en");
  expect(lines).toHaveLength(count);
  for (const line of lines) expect(line).toContain("there is none now");
});

it("a JSON report is read as it was written, and nothing else is", () => {
  const [row] = rowOf(result({ duration: 2 }));
  if (row === undefined) throw new Error("There is no row.");
  const rows = [{ ...row, sound: "sound/case_1.mp3", moved: ["It moved."], outcome: "failed" as const, changed: true }];
  const text = writeReport(head, rows, "json", "en");
  const read = readReport(JSON.parse(text));
  expect(read?.head).toEqual(head);
  expect(read?.rows).toMatchObject([{ sound: "sound/case_1.mp3", outcome: "failed", moved: ["It moved."] }]);
  const again = read === undefined ? "{}" : writeReport(read.head, read.rows, "json", "en");
  expect(JSON.parse(again)).toEqual(JSON.parse(text));
  for (const other of [undefined, [], {}, { checks: [] }, JSON.parse(text.replace("sound/", "../../"))])
    expect(readReport(other)).toBeUndefined();
});

it("a row that moved has failed and says by how much; one that didn't stays as it is", () => {
  const [row] = rowOf(result({ duration: 3 }));
  if (row === undefined) throw new Error("There is no row.");
  const [entry] = rowOf(result({ duration: 2 }));
  const moved = figuresMoved(result({ duration: 2 }), result({ duration: 3 }), "en");
  const beside = rowBeside(row, entry, moved);
  expect(beside).toMatchObject({ outcome: "failed", changed: true, record: { before: { outcome: "passed" } } });
  expect(failuresOf(beside, "en")).toEqual(["request: Duration: was 2 in the baseline, is 3; may move by 0.1"]);
  expect(rowBeside(row, entry, [])).toMatchObject({ outcome: "passed", changed: false });
  expect(rowBeside(row, undefined, [])).toBe(row);
});

it("what another request brought isn't held against the one that the case sends now", () => {
  const sent = (path: string, duration: number): RunRecord["last"] => {
    const last = result({ duration });
    const fingerprint = fingerprintOf({ ...request, path });
    return { ...last, steps: last.steps.map((step) => ({ ...step, request, fingerprint })) };
  };
  const [row] = rowOf(sent("/v1/models", 3));
  if (row === undefined) throw new Error("There is no row.");
  const baseline = (path: string) => baselineOf(head, rowOf(sent(path, 2)));
  expect(entryFor(row, baseline("/v1/models"))).toBeDefined();
  expect(entryFor(row, baseline("/v1/models?x=1"))).toBeUndefined();
});

it("what a run hasn't come to hasn't changed since the baseline", () => {
  const [entry] = rowOf(result({ duration: 2 }));
  for (const reason of ["not_asked", "key_refused", "service_gone"] as const) {
    const [row] = rowOf({ ...result({}), outcome: "not_judged", reason, steps: [] });
    if (row === undefined) throw new Error("There is no row.");
    expect(rowBeside(row, entry, [])).toMatchObject({ outcome: "not_judged", changed: false });
  }
});
