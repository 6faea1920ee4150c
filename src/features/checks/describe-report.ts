import type { Check } from "../../conformance/checks/check.ts";
import type { CheckResult } from "../../conformance/run/result.ts";
import { coveredRules } from "../../conformance/suite/rules.ts";
import { hostOf } from "../../core/page/hosts.ts";
import type { ChecksTexts } from "./messages/index.ts";
import { allCases, openedKind, partOfSuite, type Report, rowsOf, ruleScope } from "./reports.ts";

/** What was run, in a few words; a case that was run alone by its name. */
export function nameOfReport(report: Report, known: readonly Check[], { messages, of }: ChecksTexts): string {
  if (report.kind === openedKind) return messages.report.ofFile(report.name ?? "");
  if (report.name !== undefined) return messages.report.baseline(report.name);
  const part = partOfSuite(report.kind);
  if (part !== undefined) {
    if (part.scope === ruleScope) {
      const rule = coveredRules.find(({ checks }) => checks[0] === part.section);
      return rule === undefined ? part.section : `${rule.section} ${of(rule.rule)}`;
    }
    const scopes: Readonly<Record<string, string>> = messages.suite.scopes;
    const name = messages.report.whole(scopes[part.scope] ?? part.scope);
    return part.section === "" ? name : messages.report.section(name, part.section);
  }
  if (report.kind === allCases) return messages.report.allCases;
  const [only] = report.of === 1 ? rowsOf(report, known, undefined) : [];
  return only === undefined ? messages.report.someCases(report.of) : of(only.check.rule);
}

/** The services that a report's answers came from. */
export function servicesOf({ records }: Report, texts: ChecksTexts): readonly string[] {
  return [...new Set(records.map(({ last }) => nameOfService(last, texts)))];
}

export function nameOfService({ service, address }: CheckResult, { messages }: ChecksTexts): string {
  return service === "embedded" ? messages.report.embedded : hostOf(address) || messages.report.unknown;
}
