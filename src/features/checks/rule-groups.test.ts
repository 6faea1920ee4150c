import { expect, it } from "vitest";
import type { Check } from "../../conformance/checks/check.ts";
import type { ReportRow } from "../../conformance/report/report.ts";
import { check, step } from "../../conformance/run/run-check.fixture.ts";
import { groupRefusals } from "./rule-groups.ts";

const refusal = step("one", "/a", { beside: ["plain"], expect: [{ kind: "status", least: 400, most: 499 }] });
const control = step("plain", "/b", { control: true, shared: true });

function row(id: string, ...steps: Check["steps"]): ReportRow {
  return { check: { ...check(...steps), id }, record: undefined, outcome: "passed", changed: false };
}

it("refusals of one rule are one line, where the first of them stood", () => {
  const rows = [
    row("2.3/b-voice-Mei", step("one", "/c")),
    row("2.5/c-emo-1", control, refusal),
    row("2.7/model-list", step("one", "/c")),
    row("2.5/golden-1", control, refusal),
    row("2.5/range-1", control, refusal),
    // The only refusal of its rule stays as it is, and so does one of no rule, and what isn't only refused.
    row("2.3/b-both-modes", control, refusal),
    row("x/none", control, refusal),
    row("2.5/c-emo-2", step("one", "/c"), refusal),
  ];
  expect(
    groupRefusals(rows).map((each) => ("rule" in each ? [each.rule.section, each.rows.length] : each.check.id)),
  ).toEqual(["2.3/b-voice-Mei", ["2.5", 3], "2.7/model-list", "2.3/b-both-modes", "x/none", "2.5/c-emo-2"]);
});
