import { type Check, expectsRefusal } from "../../conformance/checks/check.ts";
import type { ReportRow } from "../../conformance/report/report.ts";
import type { CoveredRule } from "../../conformance/suite/covered.ts";
import { belongsTo, coveredRules } from "../../conformance/suite/rules.ts";

/** The refusals of one rule of the document. */
export interface RuleGroup {
  readonly rule: CoveredRule;
  readonly rows: readonly ReportRow[];
}

/**
 * Rows with the refusals of each rule as one, where its first one stood: hundreds of them say little one by one. A
 * check of several rules stands with the first.
 */
export function groupRefusals(rows: readonly ReportRow[]): readonly (ReportRow | RuleGroup)[] {
  const groups = new Map<CoveredRule, ReportRow[]>();
  const ruleOf = new Map<ReportRow, CoveredRule>();
  for (const row of rows) {
    const rule = isRefusal(row.check) ? coveredRules.find((each) => belongsTo(each, row.check)) : undefined;
    if (rule === undefined) continue;
    ruleOf.set(row, rule);
    groups.set(rule, [...(groups.get(rule) ?? []), row]);
  }
  return rows.flatMap((row): readonly (ReportRow | RuleGroup)[] => {
    const rule = ruleOf.get(row);
    const mine = rule === undefined ? [] : (groups.get(rule) ?? []);
    if (rule === undefined || mine.length < 2) return [row];
    return mine[0] === row ? [{ rule, rows: mine }] : [];
  });
}

/** Whether all that a check asks for is to be refused. */
function isRefusal({ steps }: Check): boolean {
  return steps.every((step) => step.control === true || (step.beside !== undefined && expectsRefusal(step)));
}
