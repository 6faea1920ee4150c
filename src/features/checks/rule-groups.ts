import { type Check, expectsRefusal } from "../../conformance/checks/check.ts";
import type { CoveredRule } from "../../conformance/suite/covered.ts";
import { documentRules } from "../../conformance/suite/rules.ts";
import type { ReportRow } from "./report.ts";

/** The refusals of one rule of the document. */
export interface RuleGroup {
  readonly rule: CoveredRule;
  readonly rows: readonly ReportRow[];
}

/** The rules that have checks, in the order of the document. */
export const coveredRules: readonly CoveredRule[] = documentRules.flatMap((rule) => ("checks" in rule ? [rule] : []));

/** Whether a check is among those of a rule. */
export function belongsTo({ checks }: CoveredRule, { id }: Pick<Check, "id">): boolean {
  return checks.some((beginning) => id.startsWith(beginning));
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
