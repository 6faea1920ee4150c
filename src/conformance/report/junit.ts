import { escapeText } from "../../contract/escape.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { reasonTexts } from "../checks/outcome-texts.ts";
import { countOutcomes, failuresOf, type ReportHead, type ReportRow } from "./report.ts";

/**
 * A report as JUnit XML, which CI services read: a suite for each section, a case for each check. What wasn't judged is
 * skipped, with the reason.
 */
export function writeJunit(
  { name, at, services }: ReportHead,
  rows: readonly ReportRow[],
  language: InterfaceLanguage,
): string {
  const sections = [...new Set(rows.map(({ check }) => check.section))];
  const suites = sections.map((section) => {
    const own = rows.filter(({ check }) => check.section === section);
    const title = section === "" ? name : section;
    const properties = services.map((service) => `<property name="service" value="${escapeText(service)}"/>`).join("");
    return [
      `<testsuite name="${escapeText(title)}" ${countsOf(own)} timestamp="${new Date(at).toISOString().slice(0, 19)}">`,
      `<properties>${properties}</properties>`,
      ...own.map((row) => caseOf(row, title, language)),
      "</testsuite>",
    ].join("\n");
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escapeText(name)}" ${countsOf(rows)}>`,
    ...suites,
    "</testsuites>\n",
  ].join("\n");
}

function countsOf(rows: readonly ReportRow[]): string {
  const { failed, not_judged: skipped } = countOutcomes(rows);
  return `tests="${rows.length}" failures="${failed}" errors="0" skipped="${skipped}"`;
}

function caseOf({ check, record, outcome, moved }: ReportRow, suite: string, language: InterfaceLanguage): string {
  const failures = failuresOf({ record, moved }, language);
  const reason = record?.last.reason;
  const inside =
    outcome === "failed"
      ? `<failure message="${escapeText(failures[0] ?? "")}">${escapeText(failures.join("\n"))}</failure>`
      : outcome === "passed"
        ? ""
        : `<skipped message="${escapeText(reason === undefined ? "" : reasonTexts[reason][language])}"/>`;
  const name = `${check.id}: ${check.rule[language]}`;
  return `<testcase classname="${escapeText(suite)}" name="${escapeText(name)}">${inside}</testcase>`;
}
