import fc from "fast-check";
import { expect, it } from "vitest";
import { checksOfCase } from "../checks/case.ts";
import type { RunRecord } from "../run/result.ts";
import { readReport } from "./read.ts";
import { cleanRows, type ReportRow, reportOf, tableOf } from "./report.ts";
import { sharedFormats, writeReport } from "./write.ts";

const head = { name: "All", at: 1_000, of: 3, again: 0, services: ["https://speech.example"] };
const request = { transport: "http", method: "GET", path: "/v1/models" } as const;
const verdict = (ok: boolean, was: string) => ({
  expectation: { kind: "status" as const, least: 200, most: 200 },
  ok,
  was,
});
const last = (outcome: RunRecord["last"]["outcome"], was: string, rest: object = {}): RunRecord["last"] => ({
  outcome,
  at: 1_000,
  variables: {},
  steps: [{ name: "request", headers: [], figures: {}, verdicts: [verdict(outcome === "passed", was)] }],
  ...rest,
});
function rowsNamed(name: string): readonly ReportRow[] {
  const checks = ["1", "2", "3"].flatMap((id) => checksOfCase({ id, name, created: 0, request, expect: [] }));
  const records = [
    { id: "case:1", last: last("failed", name) },
    { id: "case:2", last: last("passed", "200") },
    { id: "case:3", last: last("not_judged", "200", { reason: "over_budget" }) },
  ];
  return reportOf(checks, records).map((row, at) => (at === 1 ? { ...row, sound: "sound/2.mp3" } : row));
}

it("JUnit counts what failed and what wasn't judged, and says why", () => {
  const xml = writeReport(head, rowsNamed("A rule"), "xml", "en");
  expect(xml).toContain('<testsuites name="All" tests="3" failures="1" errors="0" skipped="1">');
  expect(xml).toContain('<failure message="request: HTTP status: expected 200, was A rule">');
  expect(xml).toContain('<skipped message="Not sent: the budget doesn&#39;t allow it."/>');
});

it("every report says what an answer lacked that a later request needs", () => {
  const [row] = rowsNamed("A rule");
  const lacking = { id: "case:1", last: last("failed", "", { steps: [], lacks: "task" }) };
  for (const format of ["xml", "html", "md"] as const) {
    const written = writeReport(head, row === undefined ? [] : [{ ...row, record: lacking }], format, "zh");
    expect(written).toContain("之前的响应没有给出“task”");
  }
});

it("HTML opens what failed, first, and plays the sound that lies beside it", () => {
  const html = writeReport(head, rowsNamed("A rule"), "html", "zh");
  expect(html.match(/<b data-is="\w+">/g)).toEqual(
    ["failed", "not_judged", "passed"].map((outcome) => `<b data-is="${outcome}">`),
  );
  expect(html).toContain('<details open><summary><b data-is="failed">未通过</b>');
  expect(html).toContain('<audio controls preload="none" src="sound/2.mp3" aria-label=');
  expect(JSON.parse(writeReport(head, rowsNamed("A rule"), "json", "en")).checks[1].sound).toBe("sound/2.mp3");
});

it("HTML offers samples without a head as a file: no browser plays them", () => {
  const rows = rowsNamed("A rule").map((row) => ({ ...row, sound: "sound/2.raw" }));
  const html = writeReport(head, rows, "html", "en");
  expect(html).toContain('<a href="sound/2.raw" download>sound/2.raw</a>');
  expect(html).not.toContain("<audio");
});

it("an answer has its figures with their units, and the service's headers but none of the playground's", () => {
  const headers: [string, string][] = [
    ["content-type", "audio/mpeg"],
    ["x-frame-options", "DENY"],
    ["x-upstream-headers", '[["via","1.1 edge"]]'],
  ];
  const [row] = rowsNamed("A rule");
  const figures = { duration: 1.23456, first_byte: 18, channels: 1 };
  const steps = row?.record?.last.steps.map((step) => ({ ...step, headers, figures })) ?? [];
  const rows = rowsNamed("A rule").map((each) => ({
    ...each,
    record: each.record && { ...each.record, last: { ...each.record.last, steps } },
  }));
  const html = writeReport(head, rows, "html", "en");
  expect(html).toContain("content-type: audio/mpeg\nvia: 1.1 edge");
  expect(html).not.toContain("x-frame-options");
  expect(html).toContain("duration 1.235 s · first_byte 18 ms · channels 1");
});

it("no signature leaves in a report, which is read again all the same", () => {
  const content = "/v1/audio/speech/tasks/task_1/content";
  const text = JSON.stringify({ id: "task_1", content_url: `https://speech.example${content}?signature=SECRET` });
  const path = `${content}?signature={{signature}}`;
  const signed = { id: "1", name: "Signed", created: 0, request: { ...request, path }, expect: [] };
  const [step] = last("failed", `${content}?signature=SECRET`).steps;
  const steps = step === undefined ? [] : [{ ...step, text }];
  const variables = { content: `https://speech.example${content}?signature=SECRET`, signature: "SECRET" };
  const rows = reportOf(checksOfCase(signed), [{ id: "case:1", last: last("failed", "", { variables, steps }) }]);
  for (const format of sharedFormats) {
    const written = writeReport(head, rows, format, "en");
    expect(written).toContain("removed");
    expect(written).not.toContain("SECRET");
  }
  expect(JSON.stringify(tableOf(cleanRows(rows), "en"))).not.toContain("SECRET");
  const read = readReport(JSON.parse(writeReport(head, rows, "json", "en")));
  expect(read?.rows[0]?.record?.last.variables["content"]).toBe(`https://speech.example${content}?[removed]`);
});

it("nothing that a service says becomes an element, and XML holds no character that it can't", () => {
  const parts = fc.constantFrom("<script>", "]]>", '"', "'", "&", "\u0000", "\ufffe", "\ud800", "</pre>");
  const hostile = fc.array(fc.oneof(parts, fc.string())).map((some) => some.join(""));
  const elements = (text: string) => text.match(/<[^>]*>/g)?.map((each) => each.replace(/".*?"/gs, '""')) ?? [];
  fc.assert(
    fc.property(hostile, (name) => {
      for (const format of ["xml", "html"] as const) {
        const [mine = "", plain = ""] = [name, "A rule"].map((each) =>
          writeReport(head, rowsNamed(each), format, "en"),
        );
        expect(elements(mine)).toEqual(elements(plain));
        expect(mine).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      }
    }),
  );
});
