import { outcomeTexts, reasonTexts } from "../conformance/checks/outcome-texts.ts";
import { countOutcomes, failuresOf, type ReportRow } from "../conformance/report/report.ts";
import { belongsTo, coveredRules } from "../conformance/suite/rules.ts";

/** How many lines of what is wrong a check has at most, and a rule: the reports have all of them. */
const [mostFailures, mostProblems] = [3, 12];

/** The lines that a terminal shows of a run: one for each rule or case, and what is wrong below it. */
export function linesOf(rows: readonly ReportRow[]): readonly string[] {
  const told = new Set<ReportRow>();
  const rules = coveredRules.flatMap((rule) => {
    // A check of several rules stands with the first.
    const own = rows.filter((row) => !told.has(row) && belongsTo(rule, row.check));
    for (const row of own) told.add(row);
    return own.length === 0 ? [] : [{ title: `${rule.section} ${rule.rule.en}`, own }];
  });
  const others = new Map<string, ReportRow[]>();
  for (const row of rows.filter((each) => !told.has(each))) {
    // What differs in what was sent alone is one rule.
    const title = `${row.check.section} ${row.check.rule.en.replace(/ Sent: .*| #\d+$/s, "")}`.trim();
    others.set(title, [...(others.get(title) ?? []), row]);
  }
  return [...rules, ...[...others].map(([title, own]) => ({ title, own }))].flatMap(({ title, own }) => [
    `${outcomeTexts[outcomeOf(own)].en.padEnd(10)}  ${title}${own.length === 1 ? "" : ` (${passedOf(own)})`}`,
    ...cut(own.flatMap(problemsOf), mostProblems).map((line) => `            ${line}`),
  ]);
}

/** 1 where something failed, 2 where something wasn't judged that should be, 0 where everything passed. */
export function exitStatusOf(rows: readonly ReportRow[]): 0 | 1 | 2 {
  if (rows.some(({ outcome }) => outcome === "failed")) return 1;
  const isPassed = ({ outcome, record }: ReportRow) =>
    outcome === "passed" || record?.last.reason === "nothing_expected";
  return rows.length > 0 && rows.every(isPassed) ? 0 : 2;
}

function outcomeOf(rows: readonly ReportRow[]): ReportRow["outcome"] {
  const { failed, not_judged } = countOutcomes(rows);
  return failed > 0 ? "failed" : not_judged > 0 ? "not_judged" : "passed";
}

function passedOf(rows: readonly ReportRow[]): string {
  return `${countOutcomes(rows).passed} of ${rows.length}`;
}

function problemsOf({ check, record, outcome, moved }: ReportRow): readonly string[] {
  if (outcome === "passed") return [];
  const reason = record?.last.reason;
  if (outcome === "not_judged") return [`${check.id}: ${reason === undefined ? "" : reasonTexts[reason].en}`];
  return cut(failuresOf({ record, moved }, "en"), mostFailures).map((failure) => `${check.id}: ${failure}`);
}

function cut(lines: readonly string[], most: number): readonly string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), `and ${lines.length - most} more`];
}
