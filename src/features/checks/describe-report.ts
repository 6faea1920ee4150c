import type { Check } from "../../conformance/checks/check.ts";
import type { CheckResult } from "../../conformance/run/result.ts";
import { hostOf } from "../../core/page/hosts.ts";
import { allCases, partOfSuite, type Report, rowsOf, ruleScope } from "./reports.ts";
import { coveredRules } from "./rule-groups.ts";
import type { ChecksTexts } from "./use-checks.ts";

/** What was run, in a few words; a case that was run alone by its name. */
export function nameOfReport(report: Report, known: readonly Check[], { k, of }: ChecksTexts): string {
  const part = partOfSuite(report.kind);
  if (part !== undefined) {
    if (part.scope === ruleScope) {
      const rule = coveredRules.find(({ checks }) => checks[0] === part.section);
      return rule === undefined ? part.section : `${rule.section} ${of(rule.rule)}`;
    }
    const scopes: Readonly<Record<string, string>> = k.suite.scopes;
    const name = k.report.whole(scopes[part.scope] ?? part.scope);
    return part.section === "" ? name : k.report.section(name, part.section);
  }
  if (report.kind === allCases) return k.report.allCases;
  const [only] = report.of === 1 ? rowsOf(report, known, undefined) : [];
  return only === undefined ? k.report.someCases(report.of) : of(only.check.rule);
}

/** The services that a report's answers came from. */
export function servicesOf({ records }: Report, texts: ChecksTexts): readonly string[] {
  return [...new Set(records.map(({ last }) => nameOfService(last, texts)))];
}

/** The service of a result as it is called. */
export function nameOfService({ service, address }: CheckResult, { k }: ChecksTexts): string {
  return service === "embedded" ? k.report.embedded : hostOf(address) || k.report.unknown;
}
