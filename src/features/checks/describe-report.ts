import type { Check } from "../../conformance/checks/check.ts";
import type { CheckResult } from "../../conformance/run/result.ts";
import { coveredRules } from "../../conformance/suite/rules.ts";
import type { PlaygroundConfig } from "../../contract/playground.ts";
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

/** What a service is called: by its name, where there are several. */
export function nameOfService(
  { service, serviceName, address }: Pick<CheckResult, "service" | "serviceName" | "address">,
  { messages }: ChecksTexts,
): string {
  const name = service === "embedded" ? messages.report.embedded : hostOf(address) || messages.report.unknown;
  return serviceName === undefined ? name : `${serviceName} (${name})`;
}

/** The same of the service that is asked. */
export function nameOfConfig(
  config: Pick<PlaygroundConfig, "service" | "name" | "baseUrl"> | undefined,
  texts: ChecksTexts,
): string {
  return nameOfService({ service: config?.service, serviceName: config?.name, address: config?.baseUrl }, texts);
}
