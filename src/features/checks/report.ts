import type { Check } from "../../conformance/checks/check.ts";
import { describeVerdict } from "../../conformance/checks/describe.ts";
import { fillRequest } from "../../conformance/checks/fill.ts";
import type { Outcome } from "../../conformance/checks/outcome.ts";
import { type ChecksPrice, noPrice, sumOfPrices } from "../../conformance/checks/price.ts";
import { hasChanged, type RunRecord } from "../../conformance/run/result.ts";
import type { InterfaceLanguage } from "../../contract/language.ts";
import { csvLine } from "../../core/archive/csv-line.ts";
import { recordIdOf } from "./case.ts";

export interface ReportRow {
  readonly check: Check;
  /** Undefined while it was never run. */
  readonly record: RunRecord | undefined;
  readonly outcome: Outcome;
  readonly changed: boolean;
}

/** What a report says of checks, in their order. Without `idOf` it is about the last run of each. */
export function reportOf(
  checks: readonly Check[],
  records: readonly RunRecord[],
  idOf: (check: Check) => string = recordIdOf,
): readonly ReportRow[] {
  const byId = new Map(records.map((record) => [record.id, record]));
  return checks.map((check) => {
    const record = byId.get(idOf(check));
    return {
      check,
      record,
      outcome: record?.last.outcome ?? "not_judged",
      changed: record !== undefined && hasChanged(record),
    };
  });
}

/** How many rows there are of each outcome, and how many have changed. */
export function countOutcomes(
  rows: readonly ReportRow[],
): Readonly<Record<Outcome, number>> & { readonly changed: number } {
  const counts = { passed: 0, failed: 0, not_judged: 0, changed: 0 };
  for (const { outcome, changed } of rows) {
    counts[outcome]++;
    if (changed) counts.changed++;
  }
  return counts;
}

/** What the requests cost that a service accepted in these results, as far as the document tells. */
export function spentIn(records: readonly RunRecord[]): ChecksPrice {
  return sumOfPrices(records.map(({ last }) => last.spent ?? noPrice));
}

export const reportFormats = ["json", "md", "csv"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** What a report's file says above its lines. */
export interface ReportHead {
  /** What was run. */
  readonly name: string;
  /** When it was begun, in Unix milliseconds. */
  readonly at: number;
  /** How many checks belong to it, run or not. */
  readonly of: number;
  /** How many were run again since. */
  readonly again: number;
  /** The services that answered. */
  readonly services: readonly string[];
}

/**
 * A whole report as a file, with what it came to above where the format has room for that. What it holds is what was
 * kept: no key, since none ever reaches the page's requests.
 */
export function writeReport(
  head: ReportHead,
  rows: readonly ReportRow[],
  format: ReportFormat,
  language: InterfaceLanguage,
): string {
  const { name, of, again, services } = head;
  const counts = countOutcomes(rows);
  const at = new Date(head.at).toISOString();
  const summary = { name, at, services, checks: of, ...counts, run_again: again };
  if (format === "json") return `${JSON.stringify({ summary, checks: rows.map(wholeRow) }, undefined, 2)}\n`;
  const lines = rows.map(({ check, record, outcome, changed }) => [
    check.id,
    check.section,
    check.rule[language],
    outcome,
    record?.last.reason ?? "",
    changed ? "changed" : "",
    record === undefined ? "" : new Date(record.last.at).toISOString(),
    record?.last.address ?? "",
    failuresOf(record, language).join("; "),
    sentOf(check, record).join("\n"),
  ]);
  const table = [
    ["id", "section", "rule", "outcome", "reason", "changed", "at", "service", "failures", "sent"],
    ...lines,
  ];
  if (format === "csv") return table.map(csvLine).join("");
  const said = Object.entries(summary).map(([key, value]) => [
    key,
    Array.isArray(value) ? value.join(", ") : `${value}`,
  ]);
  return `${markdownTable([["", ""], ...said])}\n${markdownTable(table)}`;
}

/** What wasn't met, one line each. */
export function failuresOf(record: RunRecord | undefined, language: InterfaceLanguage): readonly string[] {
  const own = (record?.last.steps ?? []).filter(({ control }) => control !== true);
  return own.flatMap(({ name, verdicts, failure }) => [
    ...(failure === undefined ? [] : [`${name}: ${failure}`]),
    ...verdicts
      .filter(({ ok, unjudged }) => !ok && unjudged === undefined)
      .map((verdict) => `${name}: ${describeVerdict(verdict, language)}`),
  ]);
}

/** What was sent, one request each: its line and its body, with what earlier answers gave filled in. */
function sentOf({ steps }: ReportRow["check"], record: RunRecord | undefined): readonly string[] {
  return steps.map(({ request }) => {
    const sent = fillRequest(request, record?.last.variables ?? {});
    if (sent.transport === "websocket") return [`WebSocket ${sent.path}`, ...sent.frames].join(" ");
    return [`${sent.method} ${sent.path}`, sent.body].filter((part) => part !== undefined).join(" ");
  });
}

function wholeRow({ check, record, outcome, changed }: ReportRow): object {
  return {
    id: check.id,
    section: check.section,
    rule: check.rule,
    outcome,
    changed,
    requests: check.steps.map(({ name, request }) => ({
      name,
      request: fillRequest(request, record?.last.variables ?? {}),
    })),
    last: record?.last,
    before: record?.before,
  };
}

/**
 * A table of Markdown (GFM) in which a text is nothing but text: no element, link, image, code, or address to be
 * pressed.
 */
export function markdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(" | ")} |`;
  const rule = `| ${head.map(() => "---").join(" | ")} |`;
  return `${[line(head), rule, ...rows.map(line)].join("\n")}\n`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A text on one line of Markdown, whatever stands around it; marks that could mean something get a backslash. */
function markdownText(text: string): string {
  return text
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/[&<>]/g, (mark) => entities[mark] ?? mark)
    .replace(/[\\`*_[\]|~$@]|:(?=\/\/)|(?<=www)\.|^[#+=-]|(?<=^\d{1,9})[.)]/gi, "\\$&");
}
